#include "filters/complementary.hpp"

#include <iostream>
#include <vector>

extern "C" {
#include "drivers/imu.h"
}

int main() {
  std::vector<imu_sample> samples(imu_count());
  for (std::size_t i = 0; i < samples.size(); i++) samples[i] = imu_read(static_cast<int>(i));
  Complementary filter(0.98);
  try {
    for (const auto &sample : samples) filter.update(sample);
    std::cout << "angle " << filter.angle() << std::endl;
    filter.update({0, 0, -1});
  } catch (const std::invalid_argument &error) {
    std::cout << "caught " << error.what() << std::endl;
  }
}
