#include <stdio.h>
#include <uxhw.h>

int main(void)
{
	double sum = UxHwDoubleUniformDist(1, 6) + UxHwDoubleUniformDist(1, 6);

	printf("%.1f %.1f\n", UxHwDoubleNthMoment(sum, 1), UxHwDoubleSupportMax(sum));
	return 0;
}
