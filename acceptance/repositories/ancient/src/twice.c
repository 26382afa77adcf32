int twice(n)
	int n;
{
	return n + n;
}
