! How warm is the middle of a rod after a minute,
! when its diffusivity is known to a few per cent?
module conduction
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  !> One explicit step of the heat equation; the ends keep their temperature.
  subroutine step(u, diffusivity, dx, dt)
    real(dp), intent(inout) :: u(:)
    real(dp), intent(in) :: diffusivity, dx, dt
    real(dp), allocatable :: old(:)
    integer :: i
    old = u
    do concurrent (i = 2:size(u) - 1)
      u(i) = old(i) + diffusivity * dt / dx**2 * (old(i - 1) - 2 * old(i) + old(i + 1))
    end do
  end subroutine step
end module conduction

program rod
  use conduction
  use uxhw
  implicit none
  integer, parameter :: cells = 40, steps = 240
  real(dp), parameter :: length = 0.2_dp, duration = 60
  real(dp), parameter :: pi = acos(-1._dp)
  real(dp), allocatable :: u(:), x(:)
  real(dp) :: diffusivity, peak
  integer :: i

  diffusivity = UxHwDoubleUniformDist(3.2d-5, 3.6d-5)           ! m2/s
  peak = UxHwDoubleGaussDist(80d0, 1d0)                         ! K above the ends
  allocate(u(0:cells), x(0:cells))
  x = [(i * length / cells, i = 0, cells)]
  u = peak * sin(pi * x / length)
  do i = 1, steps
    call step(u, diffusivity, length / cells, duration / steps)
  end do
  print '("middle ", f7.2, " K")', u(cells / 2)
  print '("mean   ", f7.2, " K")', sum(u(:cells - 1)) / cells
end program rod
