module swing
  implicit none
  type state
    real(8) :: angle, speed, pull
  end type
contains
  subroutine run(now, until, n)
    type(state), intent(inout) :: now
    real(8), intent(in) :: until
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      call euler(now%angle, now%speed, now%pull, until / n)
    end do
  end subroutine
end module
