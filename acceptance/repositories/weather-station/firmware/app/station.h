const char *station_name(void);
double station_celsius(void);
