C     HOW WELL DO SEVEN READINGS KNOW THE TWO NUMBERS OF A SATURATION
C     CURVE? LEAST SQUARES BY LEVENBERG AND MARQUARDT, WITH FCN AS IN
C     THE LIBRARIES OF THE SEVENTIES.
      PROGRAM FIT
      USE UXHW
      INTEGER M, N, INFO, I
      PARAMETER (M = 7, N = 2)
      DOUBLE PRECISION X(N), FVEC(M), T(M), Y(M)
      COMMON /DATA/ T, Y
      EXTERNAL FCN
      DATA T /1D0, 2D0, 3D0, 4D0, 5D0, 7D0, 9D0/
      DATA Y /7.9D0, 12.6D0, 15.5D0, 17.3D0, 18.4D0, 19.4D0, 19.8D0/
C     EACH READING IS KNOWN TO 0.05.
      DO 10 I = 1, M
   10 Y(I) = Y(I) + UxHwDoubleGaussDist(0D0, 0.05D0)
      X(1) = 10D0
      X(2) = 1D0
      CALL LMDER0(FCN, M, N, X, FVEC, 1D-9, INFO)
      WRITE (*, 20) X(1), X(2), INFO
   20 FORMAT (' LEVEL', F10.4 / ' RATE', F11.5 / ' INFO', I3)
      END

      SUBROUTINE FCN(M, N, X, FVEC)
      INTEGER M, N, I
      DOUBLE PRECISION X(N), FVEC(M), T(7), Y(7)
      COMMON /DATA/ T, Y
      DO 10 I = 1, M
   10 FVEC(I) = Y(I) - X(1)*(1D0 - EXP(-X(2)*T(I)))
      END

C     MINIMISES THE SUM OF SQUARES OF FVEC. INFO IS 1 WHEN THE STEP FELL
C     BELOW TOL, RELATIVE TO X, AND 5 AFTER 100 STEPS.
      SUBROUTINE LMDER0(FCN, M, N, X, FVEC, TOL, INFO)
      INTEGER M, N, INFO, I, J, K, ITER
      DOUBLE PRECISION X(N), FVEC(M), TOL, LAMBDA, SUM, TRIAL, H, BIG
      DOUBLE PRECISION FJAC(50,10), A(10,10), G(10), P(10), W(50)
      DOUBLE PRECISION XNEW(10)
      EXTERNAL FCN
      LAMBDA = 1D-3
      CALL FCN(M, N, X, FVEC)
      CALL SQUARE(M, FVEC, SUM)
      DO 100 ITER = 1, 100
        DO 20 J = 1, N
          H = 1D-7*ABS(X(J))
          IF (H .EQ. 0D0) H = 1D-7
          P(J) = X(J)
          X(J) = X(J) + H
          CALL FCN(M, N, X, W)
          X(J) = P(J)
          DO 20 I = 1, M
   20     FJAC(I,J) = (W(I) - FVEC(I))/H
   30   DO 50 J = 1, N
          G(J) = 0D0
          DO 35 I = 1, M
   35     G(J) = G(J) - FJAC(I,J)*FVEC(I)
          DO 45 K = 1, N
            A(J,K) = 0D0
            DO 40 I = 1, M
   40       A(J,K) = A(J,K) + FJAC(I,J)*FJAC(I,K)
   45     CONTINUE
   50   A(J,J) = A(J,J)*(1D0 + LAMBDA)
        CALL SOLVE(N, A, G, P)
        BIG = 0D0
        DO 60 J = 1, N
          XNEW(J) = X(J) + P(J)
   60   BIG = MAX(BIG, ABS(P(J))/(ABS(X(J)) + 1D-30))
        CALL FCN(M, N, XNEW, W)
        CALL SQUARE(M, W, TRIAL)
        IF (TRIAL .GT. SUM .AND. BIG .GT. TOL) THEN
          LAMBDA = LAMBDA*10D0
          GO TO 30
        END IF
        LAMBDA = LAMBDA/10D0
        SUM = TRIAL
        DO 70 J = 1, N
   70   X(J) = XNEW(J)
        DO 80 I = 1, M
   80   FVEC(I) = W(I)
        INFO = 1
        IF (BIG .LE. TOL) RETURN
  100 CONTINUE
      INFO = 5
      END

      SUBROUTINE SQUARE(M, F, S)
      INTEGER M, I
      DOUBLE PRECISION F(M), S
      S = 0D0
      DO 10 I = 1, M
   10 S = S + F(I)**2
      END

C     GAUSSIAN ELIMINATION; A IS POSITIVE DEFINITE, SO IT NEEDS NO PIVOT.
      SUBROUTINE SOLVE(N, A, B, X)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(10,10), B(N), X(N), F
      DO 20 K = 1, N - 1
      DO 20 I = K + 1, N
        F = A(I,K)/A(K,K)
        DO 10 J = K, N
   10   A(I,J) = A(I,J) - F*A(K,J)
   20 B(I) = B(I) - F*B(K)
      DO 40 I = N, 1, -1
        X(I) = B(I)
        DO 30 J = I + 1, N
   30   X(I) = X(I) - A(I,J)*X(J)
   40 X(I) = X(I)/A(I,I)
      END
