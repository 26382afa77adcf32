#include <stdio.h>

int main(void)
{
	printf("first light\n");
	return 0;
}
