module shapes
  implicit none
  type, abstract :: shape
    character(:), allocatable :: name
  contains
    procedure(area_of), deferred :: area
    procedure :: describe
    generic :: operator(+) => add
    procedure, private :: add
  end type
  abstract interface
    real(8) function area_of(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
    final :: gone
  end type
  type, extends(shape) :: square
    real(8) :: a
  contains
    procedure :: area => square_area
  end type
  type :: holder
    class(shape), allocatable :: s
  end type
contains
  subroutine gone(self)
    type(circle), intent(inout) :: self
    print *, 'gone', self%r
  end subroutine
  real(8) function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3 * self%r**2
  end function
  real(8) function square_area(self)
    class(square), intent(in) :: self
    square_area = self%a**2
  end function
  real(8) function add(a, b)
    class(shape), intent(in) :: a, b
    add = a%area() + b%area()
  end function
  subroutine describe(self)
    class(shape), intent(in) :: self
    print *, self%name, self%area()
  end subroutine
end module
program p
  use shapes
  implicit none
  type(holder) :: h(2)
  class(*), allocatable :: any
  integer :: i
  integer, allocatable :: list(:)
  character(20) :: words(3) = ['gamma', 'alpha', 'beta ']
  allocate(h(1)%s, source=circle(name='c', r=2d0))
  allocate(h(2)%s, source=square(name='square', a=3d0))
  do i = 1, 2
    call h(i)%s%describe()
  end do
  print *, h(1)%s + h(2)%s
  list = [integer ::]
  do i = 1, 5
    list = [list, i * i]
  end do
  print *, list, sum(list), maxval(list), pack(list, mod(list, 2) == 0), findloc(list, 9)
  allocate(any, source='text')
  select type (any)
  type is (character(*)); print *, any, len(any)
  end select
  print *, matmul(reshape([1., 2., 3., 4.], [2, 2]), [1., 1.]), dot_product([1, 2], [3, 4])
  associate (x => list(2:4))
    x = x + 1
  end associate
  block
    real :: y
    y = sum(real(list)) / size(list)
    write(*, '(F0.3, 1X, ES10.2, 1X, L1, 1X, Z8.8)') y, y, y > 3, 255
  end block
  print *, trim(words(1))//'|'//adjustr(words(3)), index('hello', 'l', back=.true.), scan('abc', 'cb')
  call h(1)%s%describe()
  deallocate(h(1)%s)
end program
