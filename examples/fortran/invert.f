C     WHAT DOES A TOLERANCE OF TWO ELEMENTS DO TO THE INVERSE OF A
C     MATRIX? GAUSS AND JORDAN IN PLACE, WITH THE LARGEST PIVOT OF EACH
C     COLUMN.
      PROGRAM INVERT
      USE UXHW
      INTEGER N, I, J
      PARAMETER (N = 3)
      DOUBLE PRECISION A(N,N), DET
      DATA A /2D0, 1D0, 0.5D0, 1D0, 2D0, 1D0, 0.5D0, 1D0, 3D0/
C     THE FIRST PIVOT IS THE LARGER OF TWO UNCERTAIN NUMBERS
      A(1,1) = UxHwDoubleUniformDist(1.0D0, 2.0D0)
      A(2,1) = UxHwDoubleGaussDist(1.5D0, 0.1D0)
      CALL MATINV(A, N, DET)
      PRINT 10, ((A(I,J), J = 1, N), I = 1, N)
   10 FORMAT (3F10.5)
      PRINT 20, DET
   20 FORMAT (' DETERMINANT', F9.4)
      END

      SUBROUTINE MATINV(A, N, DET)
      INTEGER N, I, J, K, L, ROW(100)
      DOUBLE PRECISION A(N,N), DET, BIG, HOLD
      DET = 1D0
      DO 80 K = 1, N
        BIG = ABS(A(K,K))
        ROW(K) = K
        DO 10 I = K + 1, N
          IF (ABS(A(I,K)) .LE. BIG) GO TO 10
          BIG = ABS(A(I,K))
          ROW(K) = I
   10   CONTINUE
        L = ROW(K)
        IF (L .NE. K) THEN
          DET = -DET
          DO 20 J = 1, N
            HOLD = A(K,J)
            A(K,J) = A(L,J)
   20     A(L,J) = HOLD
        END IF
        DET = DET*A(K,K)
        HOLD = 1D0/A(K,K)
        A(K,K) = 1D0
        DO 30 J = 1, N
   30   A(K,J) = A(K,J)*HOLD
        DO 50 I = 1, N
          IF (I .EQ. K) GO TO 50
          HOLD = A(I,K)
          A(I,K) = 0D0
          DO 40 J = 1, N
   40     A(I,J) = A(I,J) - HOLD*A(K,J)
   50   CONTINUE
   80 CONTINUE
      DO 100 K = N, 1, -1
        L = ROW(K)
        IF (L .EQ. K) GO TO 100
        DO 90 I = 1, N
          HOLD = A(I,K)
          A(I,K) = A(I,L)
   90   A(I,L) = HOLD
  100 CONTINUE
      END
