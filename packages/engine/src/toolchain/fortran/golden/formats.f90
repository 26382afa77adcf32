! Edit descriptors, list-directed, internal, direct and stream transfers. formats.txt is what flang 22.1.8 and its own runtime print.
program formats
  implicit none
  integer :: i, j, n, ios, u, iv(4)
  real(8) :: x(12) = [1.5d0, -2.25d0, 0.5d0, 0.05d0, 999.995d0, 123456.789d0, 1d-7, 9.99d9, 1d120, 3d-200, 0d0, -0.04d0]
  real(8) :: y, z
  real(4) :: s
  complex(8) :: c
  character(20) :: t, name
  character(60) :: ln
  character(:), allocatable :: al
  logical :: l
  namelist /cfg/ n, y, name, iv, l
  type point
    real(8) :: px, py
    integer :: k
  end type
  type(point) :: pt, ps(2)
  do i = 1, 12
    write(*,'(F12.3,E12.4,ES12.4,EN14.4,G12.4,G0.3,1X,F0.2,1X,E0.3,D10.2)') x(i), x(i), x(i), x(i), x(i), x(i), x(i), x(i), x(i)
    write(*,'(2P,F14.3,E14.4,1P,G14.4,0P,-1P,E14.4)') x(i), x(i), x(i), x(i)
    write(*,'(RD,F10.2,RZ,F10.2,RN,F10.1)') x(i), x(i), x(i)
  end do
  write(*,'(I6.4,I0,1X,I3,B0,1X,O6.5,Z0,1X,L5,L1)') 42, -7, 12345, 5, 64, 48879, .true., .false.
  write(*,'(A3,A,A10,"|",3HABC,1X,''it''''s'')') 'abcdef', 'xy', 'right'
  write(*,'(3(I2,","),I3/,T5,A,T2,A,TR2,A)') 1, 2, 3, 4, 'five', 'two', 'end'
  write(*,'(2(I3,2(F5.1)))') 1, 1.5, 2.5, 2, 3.5, 4.5, 3, 5.5
  write(*,'(*(G0,:,"; "))') 1, 2.5d0, 'text', .true., (1.0,2.0)
  write(*,'(SP,I5,F7.2,SS,I5)') 3, 4.0, 5
  write(t,'(F8.3)') 3.14159d0; print *, '[', trim(t), ']', len_trim(t)
  read(t, *) y; print *, y
  ln = '1 2,3 , 4*7 "a b" T 1.5e3 (1,2)'; read(ln, *) i, j, n, iv, name, l, z, c
  print *, i, j, n, iv, name, l, z, c
  ln = '  12 3.5   8'; read(ln, '(I4,F4.1,I4)') i, y, j; print *, i, y, j
  ln = '1234567'; read(ln, '(F5.2,I2)') y, i; print *, y, i
  ln = 'abc'; read(ln, *, iostat=ios) i; print *, ios /= 0
  open(newunit=u, file='data.txt', status='replace', action='readwrite')
  do i = 1, 5
    write(u, *) i, sqrt(real(i, 8))
  end do
  rewind(u)
  n = 0
  do
    read(u, *, iostat=ios) i, y
    if (ios /= 0) exit
    n = n + i
  end do
  print *, 'sum', n, is_iostat_end(ios)
  backspace(u); backspace(u)
  read(u, '(A)') t; print *, trim(t)
  close(u)
  inquire(file='data.txt', exist=l, size=n); print *, l, n > 0
  open(10, file='bin.dat', form='unformatted', access='stream')
  write(10) 1_4, 2.5d0, 'abcd'
  rewind(10); read(10) i, y, t(1:4); print *, i, y, t(1:4)
  close(10, status='delete')
  open(11, status='scratch', form='unformatted'); write(11) x; rewind(11); x = 0; read(11) x; print *, x(1:3); close(11)
  open(12, file='d.dat', access='direct', recl=16, form='formatted')
  write(12, '(A)', rec=3) 'third'; write(12, '(I8)', rec=1) 77
  read(12, '(A)', rec=3) t; print *, trim(t); close(12, status='delete')
  pt = point(1.5d0, 2.5d0, 3); ps = pt; ps(2)%k = 4
  print *, pt, ps
  al = 'abc'; al = al // 'def'; print *, al, len(al)
  write(*,'(A)', advance='no') 'no '; write(*,'(A)') 'advance'
  print *, [1.5, 2.5], [.true.], 'x', 'y'
  print '(10I4)', (i*i, i=1,12)
  print '(G4.2,"<",G6.2,"<",G9.5E5,"<",G15.5E5,"<",G6.2,"<")', 1.0, 1.0, -1e4, -1e4, 0.0 ! fields as narrow as their exponents
  bits: block
    character(3) :: c = 'abg', d
    character(10) :: b(2)
    real :: r(5)
    write(*, '(Z0,1X,Z10,1X,Z5,1X,Z10.8,1X,B0,1X,O0)') c, c, c, c, c, c
    t = '676261'; read(t, '(Z6)') d; print *, d, ichar(d(1:1))
    t = '67'; read(t, '(Z6)') d; print *, ichar(d(1:1)), ichar(d(2:2))
    t = '1FFFFFFFF'; i = 7; read(t, '(Z9)', iostat=n) i; print *, n > 0, i
    t = '0003F800000'; read(t, '(Z11)') r(1); print *, r(1)
    r = -1; t = '1.0,, 2* , 5.0'; read(t, *) r; print *, r
    open(13, status='scratch', form='unformatted', asynchronous='yes')
    inquire(13, pad=t, sign=b(1), asynchronous=b(2)); print *, trim(t), ' ', trim(b(1)), ' ', trim(b(2))
    close(13)
  end block bits
  stop 3
end program
