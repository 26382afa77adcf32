#ifndef BME280_H
#define BME280_H

struct bme280_calibration { double t1, t2, t3; };

int bme280_read_calibration(const char *path, struct bme280_calibration *calibration);
double bme280_compensate(const struct bme280_calibration *calibration, double raw);

#endif
