! Derived types with procedure pointers: pointers.txt is what flang 22.1.8 and its own runtime print.
module m
type t
  integer :: a = 5
  procedure(f), pointer, nopass :: p => null()
  integer :: b = 6
  procedure(f), pointer, nopass :: q => null()
  real, allocatable :: c(:)
end type
type, extends(t) :: u
  real :: d = 7.5
  type(t) :: e
  integer :: last = 9
end type
contains
real function f(x)
  real, intent(in) :: x
  f = 2 * x
end function
end module
program main
use m
type(u) :: x, y
type(u), allocatable :: z(:)
class(t), allocatable :: w
x%p => f; x%b = 16; x%c = [1.,2.,3.]; x%e%q => f; x%e%c = [4.,5.]; x%last = 19
y = x
print *, y%a, y%b, y%c, y%d, y%e%b, y%e%c, y%last, y%p(2.), y%e%q(3.), associated(y%q), associated(y%e%p)
allocate(z(2)); z = x; z(1)%c = [8.]
print *, z(2)%c, z(1)%c, z%last, z(2)%e%q(1.), size(z(1)%e%c)
allocate(w, source=x)
select type (w)
type is (u)
  print *, w%c, w%e%c, w%last, w%e%q(5.)
end select
print *, hypot(3. * x%a, 20.), hypot(3d0, 4d0)
end program
