module shapes
  implicit none
  type, abstract :: shape
    character(:), allocatable :: name
  contains
    procedure(area_of), deferred :: area
    procedure :: describe
    generic :: operator(+) => add
    procedure, private :: add
  end type
  abstract interface
    real(8) function area_of(self)
      import shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
    final :: gone
  end type
  type, extends(shape) :: square
    real(8) :: a
  contains
    procedure :: area => square_area
  end type
  type :: holder
    class(shape), allocatable :: s
  end type
contains
  subroutine gone(self)
    type(circle), intent(inout) :: self
    print *, 'gone', self%r
  end subroutine
  real(8) function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3 * self%r**2
  end function
  real(8) function square_area(self)
    class(square), intent(in) :: self
    square_area = self%a**2
  end function
  real(8) function add(a, b)
    class(shape), intent(in) :: a, b
    add = a%area() + b%area()
  end function
  subroutine describe(self)
    class(shape), intent(in) :: self
    print *, self%name, self%area()
  end subroutine
end module
module amounts
  implicit none
  type amount
    real :: value = 0
    character(3) :: unit = ''
  contains
    procedure :: put => put_amount
    procedure :: get => get_amount
    procedure :: put_bytes, get_bytes
    generic :: write(formatted) => put
    generic :: read(formatted) => get
    generic :: write(unformatted) => put_bytes
    generic :: read(unformatted) => get_bytes
  end type
  type, extends(amount) :: dated
    integer :: year = 0
  contains
    procedure :: put => put_dated
  end type
  type pair
    integer :: key = 0
    type(amount) :: of(2)
  end type
  type plain
    integer(2) :: k = 0
    real(8) :: x = 0
    integer :: n(2) = 0
  end type
  interface write(formatted)
    procedure put_plain
  end interface
contains
  subroutine put_amount(dtv, unit, iotype, v_list, iostat, iomsg)
    class(amount), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    character(20) :: form
    if (dtv%value < 0) then
      iostat = 77
      iomsg = 'a negative amount'
    else if (iotype == 'LISTDIRECTED' .or. iotype == 'NAMELIST') then
      write(unit, *, iostat=iostat, iomsg=iomsg) dtv%value, dtv%unit
    else if (size(v_list) == 2) then
      write(form, '("(F", I0, ".", I0, ",1X,A)")') v_list
      write(unit, form, iostat=iostat, iomsg=iomsg) dtv%value, trim(dtv%unit)//iotype(3:)
    else
      write(unit, '(F0.2,T5,A,TL9,A)', iostat=iostat, iomsg=iomsg) dtv%value, trim(dtv%unit), '~'
    end if
  end subroutine
  subroutine get_amount(dtv, unit, iotype, v_list, iostat, iomsg)
    class(amount), intent(inout) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    if (iotype(1:2) == 'DT') then
      read(unit, '(F6.0,A3)', iostat=iostat, iomsg=iomsg) dtv%value, dtv%unit
    else
      read(unit, *, iostat=iostat, iomsg=iomsg) dtv%value, dtv%unit
    end if
  end subroutine
  subroutine put_dated(dtv, unit, iotype, v_list, iostat, iomsg)
    class(dated), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write(unit, '(I4,": ")', iostat=iostat, iomsg=iomsg) dtv%year
    write(unit, '(DT"!"(5,1))', iostat=iostat, iomsg=iomsg) dtv%amount
  end subroutine
  subroutine put_bytes(dtv, unit, iostat, iomsg)
    class(amount), intent(in) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write(unit, iostat=iostat, iomsg=iomsg) dtv%unit, dtv%value
  end subroutine
  subroutine get_bytes(dtv, unit, iostat, iomsg)
    class(amount), intent(inout) :: dtv
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    read(unit, iostat=iostat, iomsg=iomsg) dtv%unit, dtv%value
  end subroutine
  subroutine put_plain(dtv, unit, iotype, v_list, iostat, iomsg)
    class(plain), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write(unit, '("<",I0,">")', iostat=iostat, iomsg=iomsg) dtv%k
  end subroutine
  subroutine defined_transfers()
    type(amount) :: a(3), b
    type(dated) :: d
    type(pair) :: q
    type(plain) :: r
    class(amount), allocatable :: any
    character(60) :: text, lines(2), message
    integer :: ios, n
    namelist /group/ b, n
    a = [amount(1.5, 'kg'), amount(20, 'm'), amount(3.25, 's')]
    d = dated(7.0, 'EUR', 1999)
    q = pair(5, a(1:2))
    r = plain(3, 4.5d0, [5, 6])
    n = 8
    print *, a, 'and', d, r
    print '(2(DT"="(8,3),"|"),DT,I3)', a, n
    print '(I2,2(F6.2,A))', q
    print *, q
    allocate(any, source=d)
    print '(DT)', any
    write(text, '(A,DT(4,1),A)') '[', a(2), ']'
    print *, text
    write(text, '(DT)', iostat=ios, iomsg=message) amount(-1, '')
    print *, ios, trim(message)
    text = ' 12.5 km 3. mol'
    read(text, *) a(1:2)
    print *, a(1:2)%value, a(1:2)%unit
    lines = [' 4.25 cd  x', '  8.5 lux  ']
    read(lines, '(DT,/,DT)') a(1), b
    print *, a(1)%value, a(1)%unit, b%value, b%unit
    b = amount(2.5, 'V')
    write(*, group)
    write(text, group)
    b%value = 0; n = 0
    read(text, group)
    print *, b, n
    open(20, status='scratch', form='unformatted', convert='big_endian')
    write(20) a, 9
    write(20) r, 10
    a%value = 0
    rewind 20
    read(20) a, n
    print *, a%value, n
    r = plain()
    read(20) r, n
    print *, r%k, r%x, r%n, n
    close(20)
  end subroutine
end module
program p
  use amounts
  use shapes
  implicit none
  type(holder) :: h(2)
  class(*), allocatable :: any
  integer :: i
  integer, allocatable :: list(:)
  character(20) :: words(3) = ['gamma', 'alpha', 'beta ']
  allocate(h(1)%s, source=circle(name='c', r=2d0))
  allocate(h(2)%s, source=square(name='square', a=3d0))
  do i = 1, 2
    call h(i)%s%describe()
  end do
  print *, h(1)%s + h(2)%s
  list = [integer ::]
  do i = 1, 5
    list = [list, i * i]
  end do
  print *, list, sum(list), maxval(list), pack(list, mod(list, 2) == 0), findloc(list, 9)
  allocate(any, source='text')
  select type (any)
  type is (character(*)); print *, any, len(any)
  end select
  print *, matmul(reshape([1., 2., 3., 4.], [2, 2]), [1., 1.]), dot_product([1, 2], [3, 4])
  associate (x => list(2:4))
    x = x + 1
  end associate
  block
    real :: y
    y = sum(real(list)) / size(list)
    write(*, '(F0.3, 1X, ES10.2, 1X, L1, 1X, Z8.8)') y, y, y > 3, 255
  end block
  print *, trim(words(1))//'|'//adjustr(words(3)), index('hello', 'l', back=.true.), scan('abc', 'cb')
  call h(1)%s%describe()
  deallocate(h(1)%s)
  call defined_transfers()
end program
