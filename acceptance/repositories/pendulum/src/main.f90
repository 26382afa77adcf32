! A pendulum whose length is known to a centimetre: its angle after a second and a quarter.
program pendulum
  use swing
  use uxhw
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function steps() bind(c)
      import
    end function
  end interface
  include 'gravity.inc'
  real(8) :: angle
  type(state) :: now
  now = state(0.2d0, 0d0, gravity / UxHwDoubleGaussDist(1d0, 0.01d0))
  call run(now, 1.25d0, steps())
  angle = now%angle
  print '(A, F7.3)', 'angle ', angle
end program
