// A state machine: a valve opens above a pressure, closes below another,
// and fails when it has opened three times. Each reading is uncertain.
// Exact, by adding up over eight readings: closed 0.6437, open
// 0.2766, failed 0.0797; it opened 1.4418 times in the mean.
#include <stdio.h>
#include <uxhw.h>

enum State { CLOSED, OPEN, FAILED };

int main(void)
{
  enum State state = CLOSED;
  int opened = 0;

  for (int reading = 0; reading < 8; reading++) {
    double pressure = UxHwDoubleUniformDist(0, 4);
    switch (state) {
      case CLOSED:
        if (pressure > 3) {
          opened++;
          state = opened == 3 ? FAILED : OPEN;
        }
        break;
      case OPEN:
        if (pressure < 2) state = CLOSED;
        break;
      case FAILED:
        break;
    }
  }
  printf("state %d after opening %d times\n", state, opened);
  return 0;
}
