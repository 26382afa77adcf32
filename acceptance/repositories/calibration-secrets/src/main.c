#include <stdio.h>

int main(void)
{
	double offset = 0.125;

	printf("offset %.3f\n", offset);
	return 0;
}
