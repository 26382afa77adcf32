! What do the readings of a balance say together,
! each with the uncertainty that its line states?
program readings
  use uxhw
  implicit none
  integer, parameter :: dp = kind(1d0), most = 100
  real(dp) :: value(most), uncertainty(most), weight(most), drift
  character(120) :: line, field
  integer :: unit, status, count, skipped, lineno

  open(newunit=unit, file='readings.txt', status='old', action='read')
  count = 0
  skipped = 0
  lineno = 0
  do
    read(unit, '(a)', iostat=status) line
    if (status /= 0) exit
    lineno = lineno + 1
    if (index(line, '#') > 0) line = line(:index(line, '#') - 1)
    if (line == '') cycle
    field = line(index(line, ';') + 1:)
    read(field, *, iostat=status) value(count + 1), uncertainty(count + 1)
    if (status /= 0) then
      skipped = skipped + 1
      print '("line ", i0, ": no reading in ''", a, "''")', lineno, trim(adjustl(field))
      cycle
    end if
    count = count + 1
  end do
  close(unit)
  weight(:count) = 1 / uncertainty(:count)**2
  do lineno = 1, count
    value(lineno) = UxHwDoubleGaussDist(value(lineno), uncertainty(lineno))
  end do
  print '(i0, " readings, ", i0, " skipped")', count, skipped
  print '("mean ", f9.4, " g")', sum(weight(:count) * value(:count)) / sum(weight(:count))
  drift = value(count) - value(1)
  print '("drift", f9.4, " g")', drift
end program readings
