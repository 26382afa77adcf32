! Of moist air, from its temperature and its relative humidity.
module humidity
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  interface
    !> Pa over water at degrees Celsius.
    real(dp) function saturation_pressure(celsius) bind(c)
      import :: dp
      real(dp), value :: celsius
    end function
    real(dp) function saturation_slope(celsius) bind(c)
      import :: dp
      real(dp), value :: celsius
    end function
  end interface
contains
  !> Newton's method: where the vapour that is there saturates the air.
  real(dp) function dew_point(celsius, relative)
    real(dp), intent(in) :: celsius, relative
    real(dp) :: pressure
    integer :: i
    pressure = relative * saturation_pressure(celsius)
    dew_point = celsius
    do i = 1, 6
      dew_point = dew_point - (saturation_pressure(dew_point) - pressure) &
                              / saturation_slope(dew_point)
    end do
  end function dew_point

  !> kg/m3, as an ideal gas.
  real(dp) function absolute(celsius, relative)
    real(dp), intent(in) :: celsius, relative
    absolute = relative * saturation_pressure(celsius) / (461.5_dp * (celsius + 273.15_dp))
  end function absolute
end module humidity
