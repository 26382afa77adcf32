! At which temperature does the air of a room condense?
! Fortran with the vapour pressures of a library in C.
program dewpoint
  use humidity
  use uxhw
  implicit none
  real(dp) :: temperature, relative, point

  temperature = UxHwDoubleGaussDist(21.4d0, 0.3d0)               ! degrees Celsius
  relative = UxHwDoubleUniformDist(0.52d0, 0.58d0)
  point = dew_point(temperature, relative)
  print '("dew point", f8.3, " C")', point
  print '("water    ", f8.3, " g/m3")', 1000 * absolute(temperature, relative)
end program dewpoint
