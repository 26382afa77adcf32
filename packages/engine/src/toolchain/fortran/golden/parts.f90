! What whole arrays and objects do with their parts: assignments and finalisers of the types of components, values put aside, elements moved by intrinsics.
module kinds
  implicit none
  type counted
    integer :: n = 0
  contains
    procedure :: take
    generic :: assignment(=) => take
  end type
  type holder
    type(counted) :: one
    type(counted), allocatable :: some
    integer, allocatable :: list(:)
    integer :: plain = 1
  end type
  type base
    integer :: i = 0
  contains
    final :: end_rows, end_each
  end type
  type, extends(base) :: wide
    integer :: j = 0
  contains
    final :: end_wide
  end type
contains
  subroutine take(to, from)
    class(counted), intent(inout) :: to
    class(counted), intent(in) :: from
    to%n = 10 * to%n + from%n
  end subroutine
  subroutine end_rows(x)
    type(base), intent(inout) :: x(:)
    print '(A, *(1X, I0))', 'rows', x%i
  end subroutine
  impure elemental subroutine end_each(x)
    type(base), intent(inout) :: x
    print '(A, 1X, I0)', 'each', x%i
  end subroutine
  subroutine end_wide(x)
    type(wide), intent(inout) :: x(:)
    print '(A, *(1X, I0))', 'wide', x%j
  end subroutine
end module
program parts
  use kinds
  implicit none
  type(holder) :: a, b
  type(holder), allocatable :: many(:), picked(:)
  class(base), allocatable :: row(:)
  type(wide), allocatable :: grid(:, :)
  integer :: p(4) = [2, 4, 1, 3], m(2, 3) = reshape([7, 3, 5, 6, 12, 10], [2, 3]), i, status
  character(3) :: c(4) = ['abc', 'def', 'ghi', 'jkl']
  integer, allocatable :: bounds(:)
  integer :: source(2:4) = [1, 2, 3]

  a%one%n = 1
  b%one%n = 2
  allocate(a%some, b%some)
  a%some%n = 3
  b%some%n = 4
  b%list = [5, 6]
  a = b
  b%list = 0
  print *, a%one%n, a%some%n, a%list, a%plain

  p(p) = [(i, i = 1, 4)]
  forall (i = 1:4) c(i) = c(p(i))
  forall (i = 1:4) c(i)(1:2) = c(5 - i)(2:3)
  print *, p, c
  print *, iall(m, dim=1), iany(m, dim=2), iparity(m, dim=1, mask=m > 5)
  print *, maxval(reshape(c, [2, 2]), dim=1), minval(c)

  allocate(many(3))
  do i = 1, 3
    many(i)%list = [i, i * i]
  end do
  picked = pack(many, [.true., .false., .true.])
  many(1)%list = -1
  print *, picked(1)%list, picked(2)%list

  bounds = source
  print *, lbound(bounds), ubound(bounds)
  call any_rank(m)

  allocate(wide :: row(2))
  row%i = [1, 2]
  deallocate(row)
  allocate(grid(1, 2))
  grid%i = 8
  deallocate(grid)

  open(9, status='scratch', form='unformatted')
  write(9) 1
  write(9) 2
  rewind 9
  write(9) 3
  read(9, iostat=status) i
  print *, status == -1
  rewind 9
  read(9) i
  print *, i
contains
  subroutine any_rank(x)
    integer, intent(in) :: x(..)
    print *, rank(x), shape(x)
    select rank (x)
    rank (2)
      print *, sum(x)
    end select
  end subroutine
end program
