// Firmware that reads a pressure sensor: the routines stay as
// they are, only what comes from the converter is made uncertain.
#include <stdint.h>
#include <stdio.h>
#include <uxhw.h>

// --- As in the firmware: compensation by the calibration words
// of the sensor, in single precision
static const float offset = -12.5f, slope = 0.0305f, curvature = 1.2e-7f;

static float compensate(float code)
{
  float linear = offset + slope * code;
  return linear + curvature * linear * linear; // kPa
}

// --- New: where the firmware says `(float)adc_read()`, it says this
static float codeWithUncertainty(uint16_t code)
{
  float quantisation = UxHwFloatUniformDist(-0.5f, 0.5f);
  float noise = UxHwFloatGaussDist(0, 1.5f);
  return code + quantisation + noise;
}

int main(void)
{
  float gain = 1 + UxHwFloatUniformDist(-0.002f, 0.002f); // reference: one for all readings
  float sum = 0;
  for (int i = 0; i < 8; i++) sum += gain * codeWithUncertainty(3721 + i % 3);
  float pressure = compensate(sum / 8);

  printf("pressure = %f kPa\n", (double)pressure);
  printf("more than 101.3 kPa: %.3f\n", UxHwDoubleProbabilityGT(pressure, 101.3));
  return 0;
}
