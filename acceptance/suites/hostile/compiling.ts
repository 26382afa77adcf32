// Sources that attack the compiler, and how each build must end.
import { C, type Hostile, main } from './program.ts'

const LIMIT_REACHED =
  /compile memory limit of \d+ MB reached|processor time limit of 12 s for one build reached: |wall time limit of 60 s for one build reached|out of memory|too large/

export const COMPILER: readonly Hostile[] = [
  { name: 'a program of 1 MB', code: `${main('puts("large");')}//${'x'.repeat(998_000)}\n`, prints: /^large\n$/ },
  {
    name: '20 000 additions in a row',
    code: main(`volatile double x = 1; printf("%g\\n", ${'x+'.repeat(20_000)}x);`),
    stopped: { build: /the compiler ran out of stack: the program nests too deeply/ },
    seconds: 75,
  },
  {
    name: '100 000 nested brackets',
    code: main(`return ${'('.repeat(100_000)}0${')'.repeat(100_000)};`),
    stopped: { build: /bracket nesting level exceeded|the program nests too deeply/ },
  },
  {
    name: 'endless templates',
    language: 'C++',
    code: 'template <int N> struct T { static constexpr int v = T<N + 1>::v; };\nint main() { return T<0>::v; }\n',
    stopped: { build: /recursive template instantiation exceeded maximum depth/ },
  },
  {
    name: 'endless constant evaluation',
    language: 'C++',
    code: 'constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }\nconstexpr long v = f(1L << 40 >> 1);\nint main() { return v; }\n',
    stopped: { build: /constexpr|constant expression/ },
  },
  {
    name: 'a file that includes itself',
    code: '#include __FILE__\nint main(void) { return 0; }\n',
    stopped: { build: /#include nested too deeply/ },
  },
  { name: '#include "/etc/passwd"', code: main('', '#include "/etc/passwd"\n'), stopped: { build: /'\/etc\/passwd' file not found/ } },
  {
    name: '#include of what the engine keeps',
    code: main('', '#include "../../parts/libUxHw.a"\n#include "/proc/self/environ"\n'),
    stopped: { build: /file not found/ },
  },
  {
    name: '#embed "/dev/zero"',
    code: main('', 'static const unsigned char z[] = {\n#embed "/dev/zero"\n};\n'),
    stopped: { build: /'\/dev\/zero' file not found|could not find|not found/ },
  },
  {
    name: '#embed of the passwords',
    code: main('', 'static const unsigned char z[] = {\n#embed "/etc/passwd" limit(100)\n};\n'),
    stopped: { build: /not found/ },
  },
  { name: '.incbin', code: main('', '__asm__(".section .data.x,\\"\\",@\\n.incbin \\"/etc/passwd\\"\\n");\n'), stopped: { build: /incbin/ } },
  {
    name: 'macros of a gigabyte',
    code: main(
      `puts(J);`,
      `${C}#define A "0123456789"\n${'BCDEFGHIJ'
        .split('')
        .map((name, i) => `#define ${name} ${`${'ABCDEFGHI'[i]} `.repeat(10)}`)
        .join('\n')}\n`,
    ),
    stopped: { build: LIMIT_REACHED },
    seconds: 75,
  },
  {
    name: 'a macro of 10 MB',
    code: main(
      `printf("%zu\\n", sizeof(G));`,
      `${C}#define A "0123456789"\n${'BCDEFG'
        .split('')
        .map((name, i) => `#define ${name} ${`${'ABCDEF'[i]} `.repeat(10)}`)
        .join('\n')}\n`,
    ),
    prints: /^10000001\n$/,
    seconds: 75,
  },
  {
    name: 'assembly that grows its own memory',
    code: main('__asm__ volatile("i32.const 60000\\nmemory.grow 0\\ndrop\\n"); printf("%d\\n", __builtin_wasm_memory_size(0) <= 977);'),
    prints: /^1\n$/,
  },
  {
    name: '#pragma of a plugin',
    code: main('puts("on");', `#pragma clang module import secret\n#pragma comment(lib, "/etc/passwd")\n${C}`),
    stopped: { build: /error/ },
  },
]
