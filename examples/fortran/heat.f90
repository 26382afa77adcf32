! Heat through a wall of three layers, known from certificates and a ruler.
program heat
  use uxhw
  implicit none
  integer, parameter :: dp = kind(1d0), layers = 3
  real(dp) :: thickness(layers), conductivity(layers)
  real(dp) :: inside, outside, resistance, flux, surface
  integer :: i

  thickness = [0.015_dp, 0.12_dp, 0.24_dp]                     ! m
  conductivity = [0.7_dp, 0.038_dp, 0.52_dp]                   ! W/(m K)
  do i = 1, layers
    thickness(i) = UxHwDoubleUniformDist(thickness(i) - 1d-3, thickness(i) + 1d-3)
    conductivity(i) = conductivity(i) * UxHwDoubleGaussDist(1d0, 0.05d0)
  end do
  inside = UxHwDoubleGaussDist(20.5d0, 0.2d0)                  ! degrees Celsius
  outside = UxHwDoubleUniformDist(-6d0, -4d0)

  resistance = 0.13_dp + sum(thickness / conductivity) + 0.04_dp
  flux = (inside - outside) / resistance
  surface = inside - 0.13_dp * flux
  print '(a, f8.3, a)', 'heat flux     ', flux, ' W/m2'
  print '(a, f8.3, a)', 'inner surface ', surface, ' C'
end program heat
