double pressure_read(void);
