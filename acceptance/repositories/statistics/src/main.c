#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double values[1000];

int main(int argc, char *argv[])
{
	static const struct option options[] = {{"input", required_argument, NULL, 'i'}, {"json", no_argument, NULL, 'j'}, {NULL, 0, NULL, 0}};
	const char *input = "data.csv";
	int json = 0, count = 0, option;
	double sum = 0, squares = 0;
	char header[100];
	FILE *file;

	while ((option = getopt_long(argc, argv, "+i:j", options, NULL)) != -1)
		switch (option) {
		case 'i': input = optarg; break;
		case 'j': json = 1; break;
		default: return EXIT_FAILURE;
		}
	file = fopen(input, "r");
	if (file == NULL || fgets(header, sizeof header, file) == NULL) {
		perror(input);
		return 3;
	}
	while (count < 1000 && fscanf(file, "%lf", &values[count]) == 1)
		sum += values[count++];
	for (int i = 0; i < count; i++)
		squares += (values[i] - sum / count) * (values[i] - sum / count);
	printf(json ? "{\n\t\"mean\": %g,\n\t\"deviation\": %g\n}\n" : "%g %g\n", sum / count, sqrt(squares / (count - 1)));
	return 0;
}
