! Types, pointers, array intrinsics, texts. language.txt is what flang 22.1.8 and its own runtime print.
module kinds
  use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit
  implicit none
end module
module solver
  use kinds
  implicit none
  type, abstract :: figure
    character(:), allocatable :: name
  contains
    procedure(area_i), deferred :: area
    procedure :: describe
  end type
  abstract interface
    function area_i(this) result(a)
      import figure, dp
      class(figure), intent(in) :: this
      real(dp) :: a
    end function
  end interface
  type, extends(figure) :: circle
    real(dp) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(figure) :: rect
    real(dp) :: w, h
  contains
    procedure :: area => rect_area
    final :: gone
  end type
  interface operator(.plus.)
    module procedure addup
  end interface
  type node
    integer :: v
    type(node), pointer :: next => null()
    real(dp), allocatable :: data(:)
  end type
contains
  function circle_area(this) result(a)
    class(circle), intent(in) :: this
    real(dp) :: a
    a = acos(-1d0) * this%r**2
  end function
  function rect_area(this) result(a)
    class(rect), intent(in) :: this
    real(dp) :: a
    a = this%w * this%h
  end function
  subroutine describe(this)
    class(figure), intent(in) :: this
    select type (this)
    type is (circle)
      print *, 'circle ', this%name, this%r
    class is (rect)
      print *, 'rect ', this%name, this%w, this%h
    end select
    print '(A,F8.3)', ' area', this%area()
  end subroutine
  subroutine gone(this)
    type(rect), intent(inout) :: this
    print *, 'gone'
  end subroutine
  pure function addup(a, b) result(c)
    real(dp), intent(in) :: a(:), b(:)
    real(dp) :: c(size(a))
    c = a + b
  end function
  recursive function fact(n) result(f)
    integer, intent(in) :: n
    integer(8) :: f
    if (n <= 1) then; f = 1; else; f = n * fact(n-1); end if
  end function
  elemental real(dp) function sq(x)
    real(dp), intent(in) :: x
    sq = x*x
  end function
  subroutine jacobi(a, b, x, n, it)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n,n), b(n)
    real(dp), intent(inout) :: x(n)
    integer, intent(out) :: it
    real(dp) :: y(n)
    integer :: i
    do it = 1, 100
      do i = 1, n
        y(i) = (b(i) - dot_product(a(i,:), x) + a(i,i)*x(i)) / a(i,i)
      end do
      if (maxval(abs(y - x)) < 1d-12) exit
      x = y
    end do
  end subroutine
end module
program s
  use solver
  implicit none
  class(figure), allocatable :: sh
  type(node), pointer :: head, p
  real(dp) :: a(3,3), b(3), x(3), m(2,3), inv
  integer :: it, i, j, iw(5) = [5,3,1,4,2]
  real(dp), allocatable :: v(:), w(:,:)
  complex(dp) :: z(2)
  logical :: mask(5)
  character(5) :: names(3) = ['delta', 'alpha', 'beta ']
  common /blk/ inv, j
  real :: first(2) = [43.21, 1.], second = 3.131
  namelist /comma/ first, second
  sh = circle('round', 2d0); call sh%describe()
  deallocate(sh); allocate(sh, source=rect('box', 2d0, 3.5d0)); call sh%describe()
  nullify(head)
  do i = 1, 3
    allocate(p); p%v = i; p%data = [(real(j,dp), j=1,i)]; p%next => head; head => p
  end do
  do while (associated(head))
    print *, head%v, sum(head%data); p => head%next; deallocate(head); head => p
  end do
  a = reshape([10d0,1d0,2d0, 1d0,8d0,1d0, 2d0,1d0,9d0], [3,3]); b = [13d0, 10d0, 12d0]; x = 0
  call jacobi(a, b, x, 3, it); print '(3F12.8,I4)', x, it
  m = reshape([1,2,3,4,5,6]*1d0, [2,3]); print *, matmul(m, transpose(m)); print *, matmul(m, [1d0,1d0,1d0])
  print *, sum(m, dim=1), maxval(m, dim=2), maxloc(m), minloc(m, dim=1), count(m > 2.5d0), any(m > 5.5d0, dim=1)
  print *, [1d0,2d0] .plus. [3d0,4d0], sq([1d0,2d0,3d0]), fact(15)
  mask = iw > 2; print *, pack(iw, mask), merge(iw, 0, mask), cshift(iw, 2), eoshift(iw, -1, boundary=9), spread(iw(1:2), 1, 2), unpack([7,8,9], mask, iw)
  v = [1d0, 4d0, 9d0]; v = sqrt(v); print *, v, product(v), findloc(iw, 4)
  allocate(w(0:1, -1:1)); w = 1.5d0; print *, lbound(w), ubound(w), shape(w), size(w)
  w = reshape([(i*1d0, i=1,6)], shape(w), order=[2,1]); print *, w
  z = [(1d0,2d0), (3d0,-1d0)]; print *, z(1)*z(2), abs(z), conjg(z), sqrt(z(1)), z(1)**3, sum(z), dot_product(z, z)
  print *, trim(names(3)) // '!', index('hello', 'l'), index('hello','l',back=.true.), scan('hello','lo'), verify('hello','he'), adjustl('  ab'), repeat('xy', 3), len_trim('ab  '), names == 'alpha', minval(names), names(1) > names(2)
  print *, mod(-7, 3), modulo(-7, 3), mod(5.5d0, 2d0), modulo(-5.5d0, 2d0), nint(2.5d0), ceiling(-1.5d0), floor(-1.5d0), exponent(8d0), fraction(10d0), scale(1.5d0, 4), spacing(1d0), nearest(1d0, 1d0), huge(1), epsilon(1d0), selected_real_kind(12), ibits(255, 2, 3), ishft(1, 4), popcnt(255), transfer(1.0, 1)
  where (iw > 3)
    iw = 0
  elsewhere
    iw = -iw
  end where
  print *, iw
  forall (i=1:5) iw(i) = i*i
  print *, iw(5:1:-1), erf(0.5d0), gamma(5d0), bessel_j0(1d0), hypot(3d0, 4d0), atan2(1d0, 1d0)
  block
    real(dp) :: t
    t = 2; associate (q => t) ; q = 3; end associate; print *, t
  end block
  select case (it)
  case (:5); print *, 'few'
  case (6:); print *, 'many'
  end select
  goto (10, 20), 2
10 print *, 'ten'
20 print *, 'twenty'
  block
    type named
      character(:), allocatable :: s
    end type
    type(named) :: part
    integer(8) :: far, most = 10000000000_8
    integer, allocatable :: like(:)
    do far = most, most + 1
      print *, far
    end do
    do far = 3 * most, most, -most
      if (far == 2 * most) cycle
      print *, far
    end do
    print *, [(far, far = most, most + 2)], (far, far = most, most + 4, 2), far
    allocate(like, mold=[1, 2, 3])
    part%s = 'abcd'; part%s = part%s(:2)
    print *, (10., 2.5) / (real(size(like)) - 1., 1.), dot_product([1.5d0, 2d0], like(1:2) * 0 + [2, 3]), dot_product([.5, 2.], [4d0, 1d0])
    print *, size(like), part%s, len(part%s), minval(names, mask=names > 'b'), iachar(minval(names, mask=.false.))
    print *, nint(1.5e10_dp, 8), nint(-2.5e9, 8), nint(2.5_dp)
    block
      use, intrinsic :: iso_c_binding, only: c_f_pointer, c_loc
      integer, pointer :: table(:,:)
      integer, target :: three(3) = [22, 33, 44]
      integer :: extents(3) = [3, 7, 1]
      call c_f_pointer(c_loc(three), table, shape=extents(1:3:2))
      print *, shape(table), table(:,1)
    end block
    block
      character(6) :: fields(4) = ['E+00  ', '+     ', '-     ', 'D3    ']
      real(dp) :: values(3)
      integer :: whole
      read(fields(1:3), '(F6.1)') values
      read(fields(2), '(I6)') whole
      print *, values, whole
    end block
    block
      integer(1) :: bytes(2,2) = reshape([1_1, 2_1, 3_1, 4_1], [2, 2])
      complex :: turned(2) = [(0., 1.), (1., 0.)], pair(2)
      character(14) :: lines(2) = ['(1.0,         ', '2.0) (NaN(1),3']
      integer :: status
      print *, matmul(bytes, bytes), matmul(bytes, turned), matmul(transpose(bytes), [1_8, 2_8]), matmul(bytes > 2, [.true., .false.])
      read(lines, *, iostat=status) pair(1)
      print *, status, pair(1)
      open(11, status='scratch', form='unformatted', recl=16)
      write(11, iostat=status) bytes, turned
      print *, status /= 0
      close(11)
      open(11, status='scratch', recl=10)
      write(11, '(A)', iostat=status) 'longer than it'
      print *, status /= 0
      close(11)
    end block
    block
      integer(16) :: wide(2, 2) = reshape([1_16, 2_16, 3_16, 170141183460469231731687303715884105_16], [2, 2])
      character(9) :: kinds(3) = ['ascii    ', 'ISO_10646', 'other    ']
      print *, iany(wide, dim=1), iall(wide, dim=2), iparity(wide, dim=1, mask=wide > 1), sum(wide), maxval(wide, dim=1), maxloc(wide)
      print *, (selected_char_kind(kinds(i)), i=1,3)
    end block
    block
      character(:), allocatable :: shaped(:)
      character(30) :: held(4)
      allocate(shaped, mold=[names(:)(1:2), names(:)(2:3)])
      print *, size(shaped), len(shaped)
      write(held, nml=comma, decimal='comma')
      first = 0; second = 0
      read(held, nml=comma, decimal='comma')
      print *, first, second, trim(held(1))
    end block
  end block
  write(output_unit, *) 'done'
end program
