// An oscillator of uncertain frequency, x'' = -w^2 x, solved by an
// adaptive Runge-Kutta method. A step is taken when its error is small
// enough, and that is a comparison: where the error is uncertain,
// every outcome would take steps of its own, on a path of its own.
// The exact result is known: x(20) = cos(20 w).
// Source of the method: Bogacki & Shampine 1989, "A 3(2) pair of Runge-Kutta formulas".
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

typedef struct { double x, v; } State;

static State slope(double w, State s) { return (State){s.v, -w * w * s.x}; }
static State moved(State s, double h, State by)
{
  return (State){s.x + h * by.x, s.v + h * by.v};
}

static double solve(double w)
{
  const double end = 20, tolerance = 1e-5;
  State s = {1, 0};
  double t = 0, h = 0.01;
  while (t < end) {
    if (t + h > end) h = end - t;
    State a = slope(w, s);
    State b = slope(w, moved(s, h / 2, a));
    State c = slope(w, moved(s, 3 * h / 4, b));
    State next = {s.x + h / 9 * (2 * a.x + 3 * b.x + 4 * c.x),
                  s.v + h / 9 * (2 * a.v + 3 * b.v + 4 * c.v)};
    State d = slope(w, next);
    double error = h / 72 * hypot(-5 * a.x + 6 * b.x + 8 * c.x - 9 * d.x,
                                  -5 * a.v + 6 * b.v + 8 * c.v - 9 * d.v);
    error = UxHwDoubleSupportMax(error); // a plain number: the worst outcome decides
    if (error <= tolerance) {
      t += h;
      s = next;
    }
    h *= fmin(2, fmax(0.2, 0.9 * cbrt(tolerance / error)));
  }
  return s.x;
}

static void show(const char *what, double x)
{
  printf("%-30s mean %.4f, deviation %.4f\n",
    what, UxHwDoubleNthMoment(x, 1), sqrt(UxHwDoubleNthMoment(x, 2)));
}

int main(void)
{
  double w = UxHwDoubleGaussDist(1, 0.05);

  show("the worst outcome decides", solve(w));
  show("exact", cos(20 * w));
  return 0;
}
