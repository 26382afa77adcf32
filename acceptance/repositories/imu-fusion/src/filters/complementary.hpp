#pragma once
#include <stdexcept>

extern "C" {
#include "../drivers/imu.h"
}

class Complementary {
public:
  explicit Complementary(double share) : share_(share) {}
  void update(const imu_sample &sample);
  double angle() const { return angle_; }

private:
  double share_;
  double angle_ = 0;
};
