// Uncertain values on the way of an exception: thrown, held in the frames it leaves, in destructors and in handlers.
// What it prints is in golden/uncertain-exceptions.txt, wherever and however often the collector runs.
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include <uxhw.h>
#pragma clang diagnostic ignored "-Weverything"

struct Reading { float low; double middle; long double high; };
struct Failure : std::runtime_error {
  Reading at;
  Failure(const char *what, Reading at) : std::runtime_error(what), at(at) {}
};
struct Sum { double &to, value; ~Sum() { to += value; } };

static void show(const char *name, double x) {
  std::printf("%s %.6f %.6f %.6f\n", name, UxHwDoubleNthMoment(x, 1), UxHwDoubleSupportMin(x), UxHwDoubleSupportMax(x));
}
/* Makes values that nobody keeps. */
__attribute__((noinline)) static double waste(double x) { double s = 0; for (int i = 0; i < 6; i++) s = s * 0.5 + x; return s; }

__attribute__((noinline)) static double down(double x, int depth, double &sum) {
  double kept = x + depth;
  float single = float(x) * depth;
  std::vector<double> many(3, kept);
  Sum leaving{sum, kept - x};
  waste(kept);
  if (depth == 0) throw Failure("bottom", {float(x), x * 2, (long double)x + 1});
  try {
    down(x, depth - 1, sum);
  } catch (Failure &failure) {
    waste(single);
    failure.at.middle += many[1] - kept + (single - float(x) * depth);
    if (depth < 12) throw;
    show("low", failure.at.low); show("middle", failure.at.middle); show("high", (double)failure.at.high);
  }
  return kept;
}

int main() {
  const double x = UxHwDoubleUniformDist(0, 1);
  double sum = 0;
  show("kept", down(x, 12, sum));
  show("sum", sum);
  try { waste(x); throw x + 1; } catch (double thrown) { waste(thrown); show("thrown double", thrown - x); }
  try { waste(x); throw float(x) * 2; } catch (float thrown) { waste(thrown); show("thrown float", thrown); }
  std::exception_ptr later;
  try { throw Failure("kept", {float(x), x * 3, 0}); } catch (...) { later = std::current_exception(); }
  waste(x);
  try { std::rethrow_exception(later); } catch (Failure &failure) { show(failure.what(), failure.at.middle); }
  std::function<double(int)> call = [&](int n) -> double { double here = x * n; waste(here); if (n == 0) throw here + 5; return call(n - 1) + here; };
  try { call(8); } catch (double thrown) { waste(x); show("through std::function", thrown); }
  double best = 0;
  for (int i = 1; i <= 20; i++) {
    double candidate = x * i;
    try { waste(candidate); if (i % 3) throw i; best += candidate; } catch (int) { best -= candidate; }
  }
  show("loop", best);
  try { std::vector<double>(2, x).at(5); } catch (std::out_of_range &) { show("out of range", x); }
  printf("%f\n", x * x - x);
  std::cout << x - x << std::endl;
}
