! The programs of branch-cases.ts in Fortran, in their order; the argument says which.
module cases
  use uxhw
  use iso_c_binding
  implicit none
contains
  subroutine show(x)
    real(8), intent(in) :: x
    print *, x
  end subroutine
  subroutine option_pay_off
    real(8) :: s, pay
    s = 100 * exp(0.01d0 + 0.2d0 * UxHwDoubleGaussDist(0d0, 1d0))
    pay = 0
    if (s > 105) pay = s - 105
    call show(pay)
  end subroutine
  subroutine newton
    real(8) :: a, x
    a = UxHwDoubleUniformDist(1d0, 9d0)
    x = a
    do while (abs(x * x - a) > 1d-9)
      x = (x + a / x) / 2
    end do
    call show(x)
  end subroutine
  subroutine first_passage
    integer :: at, reached, i
    at = 0
    reached = 0
    do i = 1, 10
      if (reached /= 0) exit
      if (UxHwDoubleUniformDist(0d0, 1d0) < 0.5d0) then
        at = at + 1
      else
        at = at - 1
      end if
      if (at == 3) reached = 1
    end do
    call show(dble(reached))
  end subroutine
  subroutine rejection
    real(8) :: x
    x = UxHwDoubleGaussDist(0d0, 1d0)
    if (abs(x) > 2) x = 0
    call show(x)
  end subroutine
  subroutine table_by_index
    real(8), parameter :: table(0:3) = [5d0, 1d0, 7d0, 7d0]
    call show(table(int(UxHwDoubleUniformDist(0d0, 4d0))))
  end subroutine
  integer(c_int) function by_value(x, y) bind(c)
    real(8), intent(in) :: x, y
    by_value = merge(1, 0, x > y) - merge(1, 0, x < y)
  end function
  subroutine third_of_four
    interface
      subroutine qsort(base, count, bytes, compare) bind(c)
        import
        type(c_ptr), value :: base
        integer(c_size_t), value :: count, bytes
        type(c_funptr), value :: compare
      end subroutine
    end interface
    real(8), target :: v(4)
    integer :: i
    do i = 1, 4
      v(i) = UxHwDoubleUniformDist(0d0, 1d0)
    end do
    call qsort(c_loc(v), 4_c_size_t, 8_c_size_t, c_funloc(by_value))
    call show(v(3))
  end subroutine
  subroutine euclid
    integer :: a, b, r
    a = int(UxHwDoubleUniformDist(1d0, 13d0))
    b = 12
    do while (b /= 0)
      r = mod(a, b)
      a = b
      b = r
    end do
    call show(dble(a))
  end subroutine
  subroutine turns
    real(8) :: x
    integer :: n
    x = UxHwDoubleUniformDist(0d0, 16d0)
    n = 0
    do while (x > 1)
      x = x / 2
      n = n + 1
    end do
    call show(dble(n))
  end subroutine
  subroutine state_machine
    integer :: state, i
    real(8) :: u
    state = 0
    do i = 1, 6
      u = UxHwDoubleUniformDist(0d0, 1d0)
      select case (state)
      case (0)
        if (u < 0.5d0) state = 1
      case (1)
        if (u < 0.25d0) then
          state = 0
        else if (u > 0.75d0) then
          state = 2
        end if
      case default
        if (u < 0.1d0) state = 1
      end select
    end do
    call show(dble(state))
  end subroutine
  subroutine quality_gate
    real(8) :: width, price
    width = UxHwDoubleGaussDist(10d0, 0.1d0)
    price = 5
    if (width < 9.8d0) then
      price = 0
    else if (width > 10.1d0) then
      price = 8
    end if
    call show(price)
  end subroutine
  subroutine first_to_fail
    real(8) :: a, b
    a = UxHwDoubleExponentialDist(1d0)
    b = UxHwDoubleExponentialDist(2d0)
    if (b < a) a = b
    call show(a)
  end subroutine
end module
program validation
  use cases
  character(8) :: word
  integer :: which
  call get_command_argument(1, word)
  read(word, *) which
  select case (which)
  case (0); call option_pay_off
  case (1); call newton
  case (2); call first_passage
  case (3); call rejection
  case (4); call table_by_index
  case (5); call third_of_four
  case (6); call euclid
  case (7); call turns
  case (8); call state_machine
  case (9); call quality_gate
  case (10); call first_to_fail
  end select
end program
