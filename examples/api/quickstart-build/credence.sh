cat > growth.c <<'C'
#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%lf\n", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }
C

credence builds create growth.c
