! How well does a Fourier transform know the amplitude
! and the phase of a line in noisy samples?
module transforms
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  !> The discrete Fourier transform of a power of two of samples, by halves.
  recursive function fft(x) result(y)
    complex(dp), intent(in) :: x(:)
    complex(dp) :: y(size(x)), even(size(x) / 2), odd(size(x) / 2)
    real(dp), parameter :: pi = acos(-1._dp)
    integer :: k, n
    n = size(x)
    if (n == 1) then
      y = x
      return
    end if
    even = fft(x(1::2))
    odd = fft(x(2::2))
    do k = 0, n / 2 - 1
      y(k + 1) = even(k + 1) + exp(cmplx(0, -2 * pi * k / n, dp)) * odd(k + 1)
      y(k + 1 + n / 2) = even(k + 1) - exp(cmplx(0, -2 * pi * k / n, dp)) * odd(k + 1)
    end do
  end function fft
end module transforms

program spectrum
  use transforms
  use uxhw
  implicit none
  integer, parameter :: n = 32, line = 3
  real(dp), parameter :: pi = acos(-1._dp)
  real(dp) :: samples(n)
  complex(dp) :: spectra(n)
  integer :: i

  samples = [(2 * cos(2 * pi * line * i / n + 0.5_dp), i = 0, n - 1)]
  do i = 1, n
    samples(i) = samples(i) + UxHwDoubleGaussDist(0d0, 0.2d0)
  end do
  spectra = 2 * fft(cmplx(samples, kind=dp)) / n
  print '("amplitude", f8.4, " V")', abs(spectra(line + 1))
  print '("phase    ", f8.4, " rad")', &
    atan2(aimag(spectra(line + 1)), real(spectra(line + 1)))
end program spectrum
