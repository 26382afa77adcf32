C     DAMPED OSCILLATOR BY A FOURTH ORDER RUNGE-KUTTA METHOD, AS WRITTEN
C     IN 1978. STIFFNESS AND DAMPING CAME FROM DATA STATEMENTS.
      PROGRAM SPRING
      USE UXHW
      DOUBLE PRECISION Y(2), T, H
      COMMON /SYSTEM/ STIFF, DAMP
      DOUBLE PRECISION STIFF, DAMP
      EXTERNAL DERIV
      DATA H /0.05D0/
      STIFF = UxHwDoubleGaussDist(4.0D0, 0.1D0)
      DAMP = UxHwDoubleUniformDist(0.2D0, 0.4D0)
      Y(1) = 1.0D0
      Y(2) = 0.0D0
      T = 0.0D0
      DO 10 I = 1, 60
        CALL STEP(DERIV, Y, T, H)
   10 CONTINUE
      WRITE (*, 20) T, Y(1)
   20 FORMAT (' AT', F6.2, ' S THE MASS IS AT', F9.4, ' M')
      END

      SUBROUTINE DERIV(Y, D)
      DOUBLE PRECISION Y(2), D(2), STIFF, DAMP
      COMMON /SYSTEM/ STIFF, DAMP
      D(1) = Y(2)
      D(2) = -STIFF*Y(1) - DAMP*Y(2)
      END

      SUBROUTINE STEP(F, Y, T, H)
      EXTERNAL F
      DOUBLE PRECISION Y(2), T, H, A(2), B(2), C(2), D(2), W(2)
      CALL F(Y, A)
      DO 1 I = 1, 2
    1 W(I) = Y(I) + H/2*A(I)
      CALL F(W, B)
      DO 2 I = 1, 2
    2 W(I) = Y(I) + H/2*B(I)
      CALL F(W, C)
      DO 3 I = 1, 2
    3 W(I) = Y(I) + H*C(I)
      CALL F(W, D)
      DO 4 I = 1, 2
    4 Y(I) = Y(I) + H/6*(A(I) + 2*B(I) + 2*C(I) + D(I))
      T = T + H
      END
