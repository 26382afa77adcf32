#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

static double payoff(double price, double strike)
{
	double gain = price - strike;
	return gain;
}

int main(int argc, char *argv[])
{
	double prices[2];
	int selected = 0;

	for (int i = 1; i + 1 < argc; i++)
		if (strcmp(argv[i], "-S") == 0)
			selected = atoi(argv[i + 1]);
	prices[0] = payoff(UxHwDoubleUniformDist(90, 110), 95);
	prices[1] = prices[0] * 2;
	printf("%.1f\n", prices[selected]);
	return 0;
}
