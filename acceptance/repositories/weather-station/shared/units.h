static inline double fahrenheit(double celsius)
{
	return celsius * 9 / 5 + 32;
}
