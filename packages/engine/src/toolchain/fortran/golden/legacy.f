      PROGRAM OLD
      EXTERNAL FCN
      DOUBLE PRECISION X(5), FVEC(3), WA(10)
      COMMON /CNT/ NFEV
      CHARACTER*8 NAME
      REAL HEAD(2)
      EXTERNAL BD
      DATA HEAD /4HCOOL, 4HER  /, KEY /4HNO 7/
      DATA X /1D0, 2D0, 3D0, 4D0, 5D0/
      CALL SOLVE(FCN, 3, 5, X, FVEC, WA)
      WRITE (6, 100) (FVEC(I), I = 1, 3), NFEV
  100 FORMAT (1X, 3(1PE12.4, 2X), 'NFEV =', I4)
      DO 10 I = 1, 4
      GO TO (1, 2, 3), I
      WRITE (*,*) 'FALL'
      GO TO 10
    1 WRITE (*,*) 'ONE'
      GO TO 10
    2 WRITE (*,*) 'TWO'
      GO TO 10
    3 WRITE (*,*) 'THREE'
   10 CONTINUE
      WRITE (6, '(1X,A4,A3,A6,A,A2,A5)') HEAD, HEAD(1), HEAD, KEY
      NAME = 'ABC'
      CALL UPPER(NAME, *20)
      WRITE (*,*) 'NOT HERE'
   20 WRITE (*,'(A,I3)') NAME, LEN(NAME)
      CALL ENT2(7)
      CALL MAT(WA, 2, 5)
      END
      SUBROUTINE SOLVE(F, M, N, X, FV, WA)
      INTEGER M, N
      DOUBLE PRECISION X(*), FV(M), WA(*)
      EXTERNAL F
      DO 5 J = 1, N
    5 WA(J) = X(J)
      CALL F(M, N, WA, FV)
      RETURN
      END
      SUBROUTINE FCN(M, N, X, F)
      DOUBLE PRECISION X(N), F(M), S
      COMMON /CNT/ NFEV
      S(A) = A * 2D0
      NFEV = NFEV + 1
      DO 1 I = 1, M
      F(I) = S(SNGL(X(I))) + X(N)
    1 CONTINUE
      END
      SUBROUTINE UPPER(C, *)
      CHARACTER*(*) C
      C(4:) = 'XYZ'
      RETURN 1
      ENTRY ENT2(K)
      WRITE (*,*) 'ENTRY', K
      RETURN
      END
      SUBROUTINE MAT(A, LDA, N)
      DOUBLE PRECISION A(LDA, *), T
      EQUIVALENCE (T, I4)
      INTEGER I4(2)
      T = 0D0
      DO 1 J = 1, N
      DO 1 I = 1, LDA
    1 T = T + A(I, J) * 0
      WRITE (*,*) T, I4(1)
      END
      BLOCK DATA BD
      COMMON /CNT/ NFEV
      DATA NFEV /41/
      END
