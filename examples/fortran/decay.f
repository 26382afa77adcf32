C     HOW MUCH OF THE DAUGHTER OF A RADIOACTIVE PARENT IS THERE AFTER
C     FIVE DAYS? A FEHLBERG INTEGRATOR THAT CHOOSES ITS OWN STEPS.
      PROGRAM DECAY
      USE UXHW
      DOUBLE PRECISION Y(3), T, RATE1, RATE2
      INTEGER NSTEPS
      COMMON /RATES/ RATE1, RATE2
      COMMON /COUNTS/ NSTEPS
      EXTERNAL CHAIN
      DATA Y /100D0, 0D0, 0D0/, T /0D0/
C     PER DAY, FROM THE TABLES OF TWO LABORATORIES
      RATE1 = UxHwDoubleGaussDist(0.30D0, 0.01D0)
      RATE2 = UxHwDoubleUniformDist(0.08D0, 0.12D0)
      CALL FEHL(CHAIN, 3, Y, T, 5D0, 1D-5)
      PRINT 10, Y
   10 FORMAT (' PARENT  ', F8.3 / ' DAUGHTER', F8.3 / ' STABLE  ', F8.3)
      END

      SUBROUTINE CHAIN(T, Y, DY)
      DOUBLE PRECISION T, Y(3), DY(3), RATE1, RATE2
      COMMON /RATES/ RATE1, RATE2
      DY(1) = -RATE1*Y(1)
      DY(2) = RATE1*Y(1) - RATE2*Y(2)
      DY(3) = RATE2*Y(2)
      END

C     ADVANCES Y FROM T TO TOUT BY THE FORMULAS 4(5) OF FEHLBERG (1969).
      SUBROUTINE FEHL(F, N, Y, T, TOUT, TOL)
      INTEGER N, I, J, K, NSTEPS
      DOUBLE PRECISION Y(N), T, TOUT, TOL, H, ERR, S
      DOUBLE PRECISION A(5,5), C(5), B(6), E(6), D(10,6), W(10)
      COMMON /COUNTS/ NSTEPS
      DATA C /0.25D0, 0.375D0, 0.923076923076923077D0, 1D0, 0.5D0/
      DO 5 J = 1, 5
      DO 5 I = 1, 5
    5 A(I,J) = 0D0
      A(1,1) = 1D0/4D0
      A(2,1) = 3D0/32D0
      A(2,2) = 9D0/32D0
      A(3,1) = 1932D0/2197D0
      A(3,2) = -7200D0/2197D0
      A(3,3) = 7296D0/2197D0
      A(4,1) = 439D0/216D0
      A(4,2) = -8D0
      A(4,3) = 3680D0/513D0
      A(4,4) = -845D0/4104D0
      A(5,1) = -8D0/27D0
      A(5,2) = 2D0
      A(5,3) = -3544D0/2565D0
      A(5,4) = 1859D0/4104D0
      A(5,5) = -11D0/40D0
      B(1) = 25D0/216D0
      B(2) = 0D0
      B(3) = 1408D0/2565D0
      B(4) = 2197D0/4104D0
      B(5) = -1D0/5D0
      B(6) = 0D0
      E(1) = 1D0/360D0
      E(2) = 0D0
      E(3) = -128D0/4275D0
      E(4) = -2197D0/75240D0
      E(5) = 1D0/50D0
      E(6) = 2D0/55D0
      NSTEPS = 0
      H = (TOUT - T)/4D0
   10 IF (T .GE. TOUT) RETURN
      IF (T + H .GT. TOUT) H = TOUT - T
      CALL F(T, Y, D(1,1))
      DO 30 K = 1, 5
        DO 25 I = 1, N
          S = 0D0
          DO 20 J = 1, K
   20     S = S + A(K,J)*D(I,J)
   25   W(I) = Y(I) + H*S
   30 CALL F(T + C(K)*H, W, D(1,K+1))
      ERR = 0D0
      DO 50 I = 1, N
        S = 0D0
        DO 40 J = 1, 6
   40   S = S + E(J)*D(I,J)
   50 ERR = MAX(ERR, ABS(H*S))
      IF (ERR .GT. TOL*H) THEN
        H = H/2D0
        GO TO 10
      END IF
      DO 70 I = 1, N
        S = 0D0
        DO 60 J = 1, 6
   60   S = S + B(J)*D(I,J)
   70 Y(I) = Y(I) + H*S
      T = T + H
      NSTEPS = NSTEPS + 1
      IF (ERR .LT. TOL*H/32D0) H = H*2D0
      GO TO 10
      END
