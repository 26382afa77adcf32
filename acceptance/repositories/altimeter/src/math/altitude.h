double altitude(double pressure, double reference);
