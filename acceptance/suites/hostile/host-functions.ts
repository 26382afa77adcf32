// Programs that call functions of the host with arguments that no compiler would make: a trap that names the function and the line, and no
// fault of the platform, which would try them again.
import { C, type Hostile, main } from './program.ts'

const UX = `${C}#include <stdint.h>\n#include <uxhw.h>\n`
const OUTSIDE = /a pointer to memory that the program does not have \(\d+ bytes at 0x[0-9a-f]+, ux\.\w+\) in UxHw\w+, called by main \(main\.c:9\)/
const imported = (module: string, name: string, type: string, parameters: string) =>
  `${UX}__attribute__((import_module("${module}"), import_name("${name}"))) ${type} call(${parameters});\n`
const WASI = 'wasi_snapshot_preview1'

export const HOST_FUNCTIONS: readonly Hostile[] = [
  {
    name: 'Ux bytes written to an unmapped address',
    code: main('UxHwDoubleDistributionToByteArray(UxHwDoubleGaussDist(0, 1), (uint8_t *)(argc * 0xfffffff0u), 100000);', UX),
    stopped: { task: OUTSIDE },
  },
  {
    name: 'Ux bytes read from an unmapped address',
    code: main('printf("%f", UxHwDoubleByteArrayToDistribution((uint8_t *)(argc * 0xfffffff0u), 100));', UX),
    stopped: { task: OUTSIDE },
  },
  {
    name: 'Ux bytes of two gigabytes',
    code: main('uint8_t b[8] = {0}; printf("%f", UxHwDoubleByteArrayToDistribution(b, 0x7ffffff0u * argc));', UX),
    stopped: { task: OUTSIDE },
  },
  {
    name: 'samples from an unmapped address',
    code: main('printf("%f", UxHwDoubleDistFromSamples((double *)(argc * 0xfffffff0u), 100));', UX),
    stopped: { task: /out of bounds memory access in UxHwDoubleDistFromSamples, called by main \(main\.c:9\)/ },
  },
  {
    name: 'nodes whose bytes are a multiple of 2^32',
    code: main('call(0x3ff0000000000000, 1024, 0x10000000 * argc, 0x7fffffff);', imported('ux', 'nodes', 'int', 'long long, int, int, int')),
    stopped: { task: /a pointer to memory that the program does not have \(4294967296 bytes at 0x400, ux\.nodes\) in main \(main\.c:10\)/ },
  },
  {
    name: 'a distribution of no known family',
    code: main('printf("%f", call(12345 * argc, 1, 1, 0, 1, 0));', imported('ux', 'source', 'double', 'int, double, double, double, double, double')),
    stopped: { task: /called with arguments that it cannot work with \(there is no family 12345\) in main \(main\.c:10\)/ },
  },
  {
    name: 'a question that there is not',
    code: main('printf("%f", call(-argc, 0x3ff0000000000000, 0));', imported('ux', 'query', 'double', 'int, long long, double')),
    stopped: { task: /ux\.query was called with arguments .*\(there is no question -1\) in main \(main\.c:10\)/ },
  },
  {
    name: 'a path of 700 MB',
    core: 'C0Pro-XL+',
    code: main(
      'char *volatile p = malloc(700000000); printf("%d %d\\n", p != NULL, call(3, p, 700000000));',
      imported(WASI, 'path_unlink_file', 'int', 'int, const char *, size_t'),
    ),
    prints: /^(1 37|0 21)\n$/, // ENAMETOOLONG; EFAULT where the core has no such memory
  },
  {
    name: 'a directory read from a place that was never given',
    code: main(
      'static char b[4096]; size_t used; printf("%d\\n", call(3, b, 4096, -7, &used));',
      imported(WASI, 'fd_readdir', 'int', 'int, void *, int, long long, size_t *'),
    ),
    prints: /^28\n$/, // EINVAL
  },
  {
    name: 'a file with the name of a member of objects',
    code: main('printf("%d %d %d\\n", fopen("constructor", "r") != 0, fopen("__proto__", "r") != 0, fopen("toString", "r") != 0);'),
    prints: /^0 0 0\n$/,
  },
  {
    name: 'directories nine thousand deep',
    code: main(
      'char n[251] = {0}; memset(n, 100, 250); int at = open(".", O_RDONLY | O_DIRECTORY), i = 0;\nfor (; i < 9000; i++) { mkdirat(at, n, 0777); int next = openat(at, n, O_RDONLY | O_DIRECTORY); close(at); at = next; }\nint f = openat(at, "file", O_CREAT | O_RDWR, 0666); printf("%d\\n", (int)write(f, "x", 1));',
      `${C}#include <fcntl.h>\n#include <sys/stat.h>\n`,
    ),
    prints: /^1\n$/,
  },
  {
    name: 'a recursion of two functions with names of 100 KB',
    code: `${['a', 'b'].map((x) => `__attribute__((noinline)) int ${x.repeat(100_000)}(int n);\n`).join('')}int ${'a'.repeat(100_000)}(int n) { return ${'b'.repeat(100_000)}(n + 1) * 3 + n; }\nint ${'b'.repeat(100_000)}(int n) { return ${'a'.repeat(100_000)}(n + 2) * 5 + n; }\n${main(`return ${'a'.repeat(100_000)}(argc);`, '')}`,
    stopped: { task: /stack overflow in (a{200}|b{200})…/ },
  },
]
