#include "complementary.hpp"

void Complementary::update(const imu_sample &sample) {
  if (sample.seconds < 0) throw std::invalid_argument("time runs forward");
  angle_ = share_ * (angle_ + sample.rate * sample.seconds) + (1 - share_) * sample.tilt;
}
