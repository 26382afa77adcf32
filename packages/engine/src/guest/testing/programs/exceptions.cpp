// Throwing and catching as the language defines it; what it prints is in golden/exceptions.txt.
#include <cstdio>
#pragma clang diagnostic ignored "-Weverything"
struct A { virtual ~A(){} }; struct B : A {}; struct L : virtual A {}; struct R : virtual A {}; struct M : L, R { int k = 4; }; struct X : A {}; struct Y : A {}; struct Z : X, Y {};
struct T { int v; T(int x) try : v(x) { if (x) throw x; } catch (int e) { std::printf("ctor %d\n", e); throw; } };
int once() { static int *p = ([]() -> int * { static int n = 0; if (n++ == 0) throw 1; return &n; })(); return *p; }
int main() {
  try { throw new B; } catch (A *a) { std::puts("A*"); delete a; }
  try { throw M(); } catch (A &) { std::puts("virtual A"); }
  try { try { throw Z(); } catch (A &) { std::puts("ambiguous?"); } } catch (Z &) { std::puts("Z"); }
  try { throw nullptr; } catch (int *p) { std::puts("null int*"); }
  try { const char *s = "x"; throw s; } catch (void *) { std::puts("void*"); } catch (const void *) { std::puts("const void*"); }
  try { throw B(); } catch (A a) { std::puts("sliced"); }
  try { T t(3); } catch (int e) { std::printf("again %d\n", e); }
  try { once(); } catch (int) { std::puts("static init threw"); } std::printf("%d\n", once());
  for (int i = 0; i < 3; i++) { try { if (i == 1) continue; if (i == 2) break; throw i; } catch (int) { std::puts("loop"); continue; } }
  try { try { throw 1; } catch (int &e) { e = 5; throw; } } catch (int e) { std::printf("changed %d\n", e); }
  try { try { throw 1; } catch (...) { throw 2.5; } } catch (double d) { std::printf("replaced %g\n", d); }
  typedef void (*F)(); try { throw (F)+[] {}; } catch (F) { std::puts("function pointer"); }
  try { throw &M::k; } catch (int M::*) { std::puts("member pointer"); }
  long long n = 0; for (int i = 0; i < 100000; i++) try { throw i; } catch (int k) { n += k; } std::printf("%lld\n", n);
}
