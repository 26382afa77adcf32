! Shortest digits, hexadecimal ones, items at the end of a line, a statement that fails halfway, files in UTF-8, and loops beyond 32 bits.
program digits
  implicit none
  integer :: i, k, u
  integer(8) :: s, n, a(4000000000_8:4000000004_8), low
  real(8) :: x
  complex(8) :: z = (50d0, -1.5d0)
  character(52) :: text
  namelist /group/ text, z
  s = 12345
  do i = 1, 24
    s = ieor(s, ishft(s, 13)); s = ieor(s, ishft(s, -7)); s = ieor(s, ishft(s, 17))
    x = transfer(ishft(s, -2), x)
    print *, x, real(i, 4) / 7, i * 1d14 / 3
  end do
  print *, tiny(1.), tiny(1d0), huge(1.), 5d-324, (2d0**i, i = 53, 59), 2d0**54 + 4, 2d0**59 - 640
  print '(5(ex0.3, 1x))', 1d0, 0.1d0, -3.25d0, 0d0, 255.99609375d0
  print '(ex0.0, 1x, ex14.2, 1x, ex24.14e4)', 1.5, 255.99609375d0, 0.1d0
  do k = 62, 76
    print *, repeat('x', k), (1.25d0, -2.5d0), 3
    print *, repeat('x', k), .true., 'abc', 5, 'd', .false.
    write (*, *, delim='quote') repeat('x', k - 4), 1, 'a"c', 'd'
  end do
  do k = 1, 9
    text = repeat('y', 3 * k)
    write (*, group, delim='quote')
  end do
  text = '(i3, 1x, i3)'
  write (*, text, iostat=k) 5, 'text'
  print *, k > 0
  open (newunit=u, file='latin.txt', encoding='utf-8')
  write (u, '(a4, f6.1)') char(181) // 'm', 12.5
  inquire (u, encoding=text)
  print *, trim(text)
  rewind u
  read (u, '(a4, f6.1)') text, x
  print *, len_trim(text), ichar(text(3:3)), x
  close (u)
  open (newunit=u, file='latin.txt', access='stream')
  inquire (u, size=k, encoding=text)
  print *, k, trim(text)
  close (u, status='delete')
  low = 4000000000_8
  a = 0
  forall (n = low:low + 4) a(n) = a(low + 4 - (n - low)) + n
  print *, a
  forall (n = low:low + 4:2, i = 1:3, mod(n, 3_8) == i) a(n) = i
  print *, a
  do concurrent (n = low:low + 4, i = 1:2)
    if (i == 2) a(n) = mod(n, 7_8)
  end do
  print *, a
end program
