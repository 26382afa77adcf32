! Where is a planet of a double star after a year, when the masses are known to a per cent?
module gravity
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: body
    character(8) :: name
    real(dp) :: mass
    real(dp) :: position(2), velocity(2)
  contains
    procedure :: energy => kinetic_energy
  end type body
  type :: system
    type(body), allocatable :: bodies(:)
  contains
    procedure :: advance
  end type system
contains
  !> By kick, drift and kick.
  subroutine advance(self, dt)
    class(system), intent(inout) :: self
    real(dp), intent(in) :: dt
    integer :: i
    call kick(self%bodies, dt / 2)
    do i = 1, size(self%bodies)
      self%bodies(i)%position = self%bodies(i)%position + dt * self%bodies(i)%velocity
    end do
    call kick(self%bodies, dt / 2)
  end subroutine advance

  subroutine kick(bodies, dt)
    type(body), intent(inout) :: bodies(:)
    real(dp), intent(in) :: dt
    real(dp), parameter :: g = 39.47841760435743_dp             ! au3 / (solar mass year2)
    real(dp) :: apart(2)
    integer :: i, j
    do i = 1, size(bodies)
      do j = 1, size(bodies)
        if (i == j) cycle
        apart = bodies(j)%position - bodies(i)%position
        bodies(i)%velocity = bodies(i)%velocity &
                             + dt * g * bodies(j)%mass * apart / norm2(apart)**3
      end do
    end do
  end subroutine kick

  elemental real(dp) function kinetic_energy(self)
    class(body), intent(in) :: self
    kinetic_energy = self%mass * dot_product(self%velocity, self%velocity) / 2
  end function kinetic_energy
end module gravity

program bodies
  use gravity
  use uxhw
  implicit none
  type(system) :: stars
  integer :: i

  allocate(stars%bodies(3))
  stars%bodies(1) = body('primary', 1._dp, [-0.02_dp, 0._dp], [0._dp, -0.6_dp])
  stars%bodies(2) = body('second', 0.1_dp, [0.18_dp, 0._dp], [0._dp, 12._dp])
  stars%bodies(3) = body('planet', 1e-6_dp, [2._dp, 0._dp], [0._dp, 4.65_dp])
  stars%bodies(1)%mass = UxHwDoubleGaussDist(1d0, 0.01d0)       ! solar masses
  stars%bodies(2)%mass = UxHwDoubleGaussDist(0.1d0, 0.001d0)
  do i = 1, 2000
    call stars%advance(5e-4_dp)
  end do
  associate (planet => stars%bodies(3))
    print '(a, 2(1x, f8.4), a)', planet%name, planet%position, ' au'
    print '(a, f8.4, a)', 'speed    ', sqrt(2 * planet%energy() / planet%mass), ' au/year'
  end associate
end program bodies
