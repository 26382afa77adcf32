extern int twice();

main(argc, argv)
	int argc;
	char **argv;
{
	printf("%d\n", twice(21));
	exit(0);
}
