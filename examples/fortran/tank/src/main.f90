! How high does the water stand after ten minutes in a tank that its namelist describes?
program tank
  use uxhw
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: area, level, orifice, discharge, duration, step, t, rate
  integer :: unit, status
  character(80) :: message
  namelist /geometry/ area, level, orifice
  namelist /flow/ discharge, duration, step

  discharge = 0.62_dp
  step = 0.5_dp
  open(newunit=unit, file='tank.nml', status='old', action='read', &
       iostat=status, iomsg=message)
  if (status /= 0) error stop trim(message)
  read(unit, nml=geometry)
  read(unit, nml=flow)
  close(unit)
  level = UxHwDoubleUniformDist(level - 0.01d0, level + 0.01d0)  ! a gauge marked every 2 cm
  discharge = discharge * UxHwDoubleGaussDist(1d0, 0.02d0)

  t = 0
  do while (t < duration)
    rate = outflow(level)
    rate = outflow(level - step / 2 * rate / area)
    level = level - step * rate / area
    t = t + step
  end do
  print '(f7.4, a, f6.0, a)', level, ' m after', t, ' s'
  write(*, nml=flow)
contains
  !> m3/s, after Torricelli.
  pure real(dp) function outflow(level)
    real(dp), intent(in) :: level
    outflow = discharge * orifice * sqrt(2 * 9.81_dp * max(level, 0._dp))
  end function outflow
end program tank
