#ifndef IMU_H
#define IMU_H

typedef struct {
	double rate, tilt, seconds;
} imu_sample;

int imu_count(void);
imu_sample imu_read(int index);

#endif
