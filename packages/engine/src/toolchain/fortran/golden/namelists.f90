program p
  implicit none
  type pt
    real :: x = 1.5, y = 2
    integer :: k(2) = [3, 4]
  end type
  integer :: i = 1, a(3) = [1,2,3], m(2,2) = 7
  real(8) :: x = 2.5d0
  real :: r4 = 0.1
  complex :: z = (1., -2.)
  logical :: ok = .true., l(3) = [.true., .false., .true.]
  character(5) :: s = 'abc', t(2) = ['it''s ', 'two  ']
  character(300) :: text
  character(80) :: lines(12)
  type(pt) :: q
  integer :: ios
  namelist /group/ i, a, m, x, r4, z, ok, l, s, t, q
  namelist /Other/ i, x
  write(*, nml=group)
  write(*, other)
  write(text, nml=other)
  print *, trim(text)
  lines = ' '
  write(lines, nml=group)
  print '(A)', (trim(lines(i)), i=1,12)
  open(10, status='scratch')
  write(10, '(A)') '! comment', ' $skip i = 3 /', '&other', ' i = 42, ! note', 'x = 1.5e3', '/', &
   '&group a = 3*9, m(1,:) = 1, 2 s = "hello" t(2)(1:2) = ''XY'' q%x = 9.5, q%k(2) = 88 z = (3,4) ok = F', &
   'l = T F', ' x=,r4 = 1, a(2:3) = 5, 6', ' m(2,2)=100 l(2:3) = 2*.true. &end', '&other i = 1 nosuch = 5 /', '&other i = abc /'
  rewind 10
  i = 0; x = 0
  read(10, nml=other)
  print *, i, x
  read(10, nml=group)
  write(*, nml=group)
  read(10, other, iostat=ios); print *, ios /= 0
  read(10, other, iostat=ios); print *, ios /= 0
  read(10, other, iostat=ios); print *, ios < 0
  text = '&other x = 7 i = 8/'
  read(text, other)
  print *, i, x
  open(11, status='scratch', delim='quote')
  write(11, group); rewind 11
  a = 0; s = ''; t = ''; m = 0; q%k = 0; ok = .true.
  read(11, group); write(*, group)
  open(12, status='scratch', delim='apostrophe'); write(12, group); rewind 12
  do
   read(12, '(A)', iostat=ios) text; if (ios /= 0) exit; print '(A)', trim(text)
  end do
end program
