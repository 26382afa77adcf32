module m
contains
  real(8) function integrate(f, a, b)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8) :: a, b
    integrate = (b - a) * (f(a) + 4 * f((a + b) / 2) + f(b)) / 6
  end function
  recursive subroutine nest(n, g)
    integer :: n
    interface
      complex function g(i)
        integer :: i
      end function
    end interface
    if (n == 0) then
      print *, g(1)
    else
      call nest(n - 1, own)
      print *, 'back', n, own(n), g(n)
    end if
  contains
    complex function own(i)
      integer :: i
      own = cmplx(n * 10 + i, i)
    end function
  end subroutine
end module
program p
  use m
  real(8) :: k
  k = 3
  print *, integrate(power, 0d0, 2d0)
  k = 2
  print *, integrate(power, 0d0, 3d0)
  call nest(3, zero)
  call texts(name)
contains
  real(8) function power(x)
    real(8), intent(in) :: x
    power = x**k
  end function
  complex function zero(i)
    integer :: i
    zero = k
  end function
  character(5) function name(n)
    integer :: n
    write(name, '(I5)') n + int(k)
  end function
  subroutine texts(f)
    interface
      character(5) function f(n)
        integer :: n
      end function
    end interface
    print *, f(40)
  end subroutine
end program
