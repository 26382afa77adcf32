C     PROCEDURES THAT NO STANDARD HAS
      PROGRAM P
      INTEGER I, J, K, IOS, IARGC, ACCESS, V(3), A(5), ISEED
      INTEGER UNLINK
      LOGICAL L
      REAL T(2), E, DTIME, RAN, SECOND, X, Y
      DOUBLE PRECISION DSECND, DGAMMA, DLGAMA, DBESJ0
      CHARACTER*24 S, CTIME
      EXTERNAL ORDER
      DATA A /3, 1, 5, 2, 4/
      OPEN (10, FILE = 'old.txt')
      WRITE (10, '(A)') 'one', 'two', 'three'
      PRINT *, FTELL(10)
      REWIND 10
      READ (10, '(A)') S
      I = FTELL(10)
      READ (10, '(A)') S
      CALL FSEEK(10, I, 0, IOS)
      READ (10, '(A)') S
      PRINT *, I, IOS, S(1:3)
      CALL FSEEK(10, 0, 2)
      READ (10, '(A)', IOSTAT = IOS) S
      PRINT *, IOS .LT. 0
      CLOSE (10)
      CALL RENAME('old.txt', 'new.txt', IOS)
      PRINT *, IOS, ACCESS('old.txt', ' ') .NE. 0
      PRINT *, ACCESS('new.txt', 'r')
      I = UNLINK('new.txt')
      INQUIRE (FILE = 'new.txt', EXIST = L)
      PRINT *, I, L, UNLINK('new.txt') .NE. 0
      CALL GETCWD(S, IOS)
      PRINT *, IOS, S(1:1)
      CALL GETARG(1, S)
      PRINT *, IARGC(), LNBLNK(S)
      CALL FLUSH(6)
C     CLOCKS
      E = ETIME(T)
      PRINT *, E .GE. 0, T(1) .EQ. E, DTIME(T) .GE. 0, SECOND() .GE. E
      PRINT *, DSECND() .GE. 0, SECNDS(0.0) .GE. 0, TIME() .GT. 1700000000
      CALL SLEEP(0)
      CALL IDATE(V)
      PRINT *, V(1) .GE. 1, V(2) .LE. 12, V(3) .GE. 2024
      CALL ITIME(V)
      PRINT *, V(1) .LE. 23, V(2) .LE. 59, V(3) .LE. 60
      CALL DATE(S(1:9))
      PRINT *, S(3:3), S(7:7)
      CALL FDATE(S)
      PRINT *, S(4:4), LEN_TRIM(S)
      PRINT *, CTIME(86400)
C     RANDOM NUMBERS
      CALL SRAND(1)
      PRINT *, IRAND(), IRAND(0), RAND() .LT. 1
      X = RAND(7)
      Y = RAND(7)
      PRINT *, X .EQ. Y
      ISEED = 12345
      X = RAN(ISEED)
      PRINT *, ISEED, X .GE. 0
C     OTHERS
      CALL QSORT(A, 5, 4, ORDER)
      PRINT *, A
      PRINT '(3F9.6)', DGAMMA(4.5D0), DLGAMA(4.5D0), DBESJ0(1D0)
      END
      INTEGER FUNCTION ORDER(I, J)
      INTEGER I, J
      ORDER = I - J
      END
