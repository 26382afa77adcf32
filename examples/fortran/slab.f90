! Which part of the light of a lamp gets through a foggy slab?
! A Monte Carlo with random numbers of its own, within uncertain inputs.
module random
  implicit none
  integer, parameter :: i8 = selected_int_kind(15), dp = kind(1d0)
  integer(i8), private :: seed = 20240229
contains
  !> Uniform between 0 and 1: Park and Miller, 1988.
  real(dp) function draw()
    seed = mod(16807_i8 * seed, 2147483647_i8)
    draw = real(seed, dp) / 2147483647
  end function draw
end module random

program slab
  use random
  use uxhw
  implicit none
  integer, parameter :: photons = 4000
  real(dp) :: attenuation, thickness, through, cosine
  integer :: i

  attenuation = UxHwDoubleGaussDist(5d0, 0.2d0)                 ! per m
  thickness = UxHwDoubleUniformDist(0.19d0, 0.21d0)             ! m
  through = 0
  do i = 1, photons
    cosine = (i - 1 + draw()) / photons                         ! one from each layer
    through = through + exp(-attenuation * thickness / cosine)
  end do
  print '(f7.3, a)', 100 * through / photons, ' % of the light'
end program slab
