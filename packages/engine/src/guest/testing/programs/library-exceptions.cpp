// Every way in which the library reports a failure by an exception, with type and text; bytes in golden/library-exceptions.txt.
#include <cstdio>
#include <stdexcept>
#include <vector>
#include <string>
#include <system_error>
#include <any>
#include <bitset>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <typeinfo>
#include <variant>
#define TRY(...) try { __VA_ARGS__; std::puts("no throw: " #__VA_ARGS__); } catch (std::exception &e) { std::printf("%s: %s | %s\n", #__VA_ARGS__, typeid(e).name(), e.what()); } catch (...) { std::puts("other: " #__VA_ARGS__); }
struct P { virtual ~P() {} }; 
int main() {
  volatile size_t big = 3000000000u; P *np = nullptr; char *volatile keep;
  TRY(keep = new char[big])
  TRY(keep = (char*)(void*)new double[big])
  TRY(std::vector<double> v(big))
  TRY(std::vector<double> v; v.reserve(big))
  TRY(std::string s; s.resize(big))
  TRY(std::string s("abc"); s.at(4))
  TRY(std::string s("abc"); s.insert(7, "x"))
  TRY(std::string s("abc"); s.erase(7))
  TRY(std::string s("abc"); s.replace(7, 1, "x"))
  TRY(std::string s("abc"); s.compare(7, 1, "x"))
  TRY(std::wstring s(L"abc"); s.at(4))
  TRY(std::stol("")) TRY(std::stoul("q")) TRY(std::stoll("99999999999999999999999")) TRY(std::stof("1e99")) TRY(std::stod("x"))
  TRY(std::map<int,int> m; m.at(3))
  TRY(std::function<int()> f; f())
  TRY(std::optional<int> o; o.value())
  TRY(std::variant<int, double> v; std::get<1>(v))
  TRY(std::any a; std::any_cast<int>(a))
  TRY(std::weak_ptr<int> w; std::shared_ptr<int> s(w))
  TRY(typeid(*np).name())
  TRY(std::bitset<8>("102"))
  TRY(std::bitset<8> b; b.test(9))

  TRY(std::istringstream i("x"); i.exceptions(std::ios::failbit); int k; i >> k)
  TRY(throw std::system_error(std::make_error_code(std::errc::io_error), "sys"))
  TRY(std::vector<int> v(3); v.at(3))
  TRY(std::stoi("7") )
  TRY(std::throw_with_nested(std::runtime_error("nested")))
  TRY(try { throw std::runtime_error("in"); } catch (...) { std::throw_with_nested(std::logic_error("out")); })
  struct V { V() { throw 3; } }; TRY(V v[3])
  TRY(keep = (char *)new V)
  TRY(std::make_shared<V>())
}
