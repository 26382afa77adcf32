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
  call inherited()
contains
  subroutine inherited()
    type base
      real :: height
      character(4) :: name
    end type
    type, extends(base) :: tower
      integer :: floors(2) = 0
    end type
    type(tower) :: tall(2)
    type(tower) :: top
    real :: foo(6) = -1
    integer :: infinity = 0
    character(4) :: words(3)
    character(200) :: text
    integer(16) :: big(2) = [170141183460469231731687303715884105727_16, -18446744073709551617_16], also
    integer :: ios
    namelist /names/ tall, top, foo, infinity, words, big
    tall%height = 0; tall%name = 'none'; top%height = 1; top%name = 'one '
    words = [character(4) :: 'no', 'quot', 'es']
    write(text, names)
    words = ''
    read(text, names)
    print *, words, big
    open(20, status='scratch')
    write(20, '(A)') '&names top%height = 3.5, top%base%name = "high", top%floors = 4, 5', 'tall(2)%height = 9', &
      'foo = 5, nan, infinity, infinity', '', '   ', ' = 7 /'
    rewind 20
    read(20, names)
    print *, top, tall, foo, infinity
    close(20)
    open(20, status='scratch')
    write(20, '(A)', advance='no') 'ab'
    write(20, '(TL2,A,T2,A)') 'c', 'd'
    write(20, '(I45,1X,Z33)') big
    write(20, '(A)') 'short'
    rewind 20
    read(20, '(A)') text
    print *, trim(text)
    read(20, '(I45)', advance='no') big(2)
    read(20, '(TL3,1X,Z33)') also
    print *, big(2), also
    read(20, '(A8)', pad='no', iostat=ios) text
    print *, ios /= 0, big(1) / 7_16
  end subroutine
end program
