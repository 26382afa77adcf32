C     ONE STEP, THE SPEED FIRST
      SUBROUTINE EULER(A, V, G, H)
      DOUBLE PRECISION A, V, G, H
      V = V - H * G * SIN(A)
      A = A + H * V
      END
