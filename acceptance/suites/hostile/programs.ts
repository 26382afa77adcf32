// Programs that attack the machine they run on, or the compiler (`compiling.ts`), and how each must end. Limits are those of `LIMITS`.
import { COMPILER } from './compiling.ts'
import { HOST_FUNCTIONS } from './host-functions.ts'
import { C, type Hostile, main } from './program.ts'

export const LIMITS = {
  CREDENCE_TASK_WALL_SECONDS: '10',
  CREDENCE_TASK_PROCESSOR_SECONDS: '8',
  CREDENCE_BUILD_SECONDS: '12',
  CREDENCE_BUILD_WALL_SECONDS: '60',
  CREDENCE_OUTPUT_BYTES: '1000000',
  CREDENCE_FILE_BYTES: '1000000',
} as const

const UX = `${C}#include <stdint.h>\n#include <uxhw.h>\n`
/** Of processor time; on a busy machine that of the clock comes first. */
const OVERTIME = /processor time limit of 8 s reached|wall time limit of 10 s reached/
const undefinedName = (name: string) => ({ build: new RegExp(`main\\.c.*error: undefined symbol: ${name}\\b`) })

const PROCESSES_AND_NETWORK: readonly Hostile[] = [
  { name: 'fork', code: main('while (1) fork();', `${C}int fork(void);`), stopped: undefinedName('fork') },
  { name: 'vfork', code: main('vfork();', `${C}int vfork(void);`), stopped: undefinedName('vfork') },
  {
    name: 'pthread_create',
    code: main('pthread_t t; puts(pthread_create(&t, 0, 0, 0) ? "refused" : "started");', `${C}#include <pthread.h>\n`),
    prints: /^refused\n$/,
  },
  {
    name: 'std::thread',
    language: 'C++',
    code: '#include <thread>\nint main() { std::thread t([] {}); t.join(); }\n',
    stopped: { task: /exit code 134 \(abort\)/ },
  },
  { name: 'system', code: main('return system("cat /etc/passwd");', `${C}int system(const char *);`), stopped: undefinedName('system') },
  { name: 'popen', code: main('popen("id", "r");', `${C}FILE *popen(const char *, const char *);`), stopped: undefinedName('popen') },
  {
    name: 'execve',
    code: main('char *none[] = {0}; return execve("/bin/sh", none, none);', `${C}int execve(const char *, char **, char **);`),
    stopped: undefinedName('execve'),
  },
  {
    name: 'socket',
    code: main('return socket(2, 1, 0);', `${C}#include <sys/socket.h>\nint socket(int, int, int);`),
    stopped: undefinedName('socket'),
  },
  {
    name: 'signals to its parent',
    code: main('return kill(getppid(), 9);', `${C}int kill(int, int); int getppid(void);`),
    stopped: undefinedName('kill'),
  },
  {
    name: 'SIGSEGV raised at itself',
    code: main('raise(SIGSEGV);', `${C}#include <signal.h>\n`),
    stopped: { task: /exit code 134 \(abort\)/ },
  },
  { name: 'SIGKILL raised at itself', code: main('raise(SIGKILL);', `${C}#include <signal.h>\n`), stopped: { task: /exit code 134 \(abort\)/ } },
  {
    name: 'SIGFPE ignored, then an integer division by zero',
    code: main('signal(SIGFPE, SIG_IGN); volatile int zero = 0; return 100 / zero;', `${C}#include <signal.h>\n`),
    stopped: { task: /integer divide by zero in main \(main\.c:8\)/ },
  },
]

const MEMORY: readonly Hostile[] = [
  {
    name: 'memory bomb that checks malloc',
    code: main('long n = 0; for (char *volatile p; (p = malloc(1 << 20)); n++) memset(p, 1, 1 << 20); printf("%ld\\n", n);'),
    prints: /^(4\d|5\d|6[0-4])\n$/,
  },
  {
    name: 'memory bomb that does not',
    code: main('for (;;) { char *volatile p = malloc(1 << 20); memset(p, 1, 1 << 20); }'),
    stopped: { task: /memory limit of 64000000 bytes \(MemorySize\) reached in main \(main\.c:\d+\)/ },
  },
  {
    name: 'memory bomb in C++',
    language: 'C++',
    code: '#include <vector>\nint main() { std::vector<std::vector<double>> v; for (;;) v.emplace_back(100000); }\n',
    stopped: { task: /memory limit of 64000000 bytes \(MemorySize\) reached/ },
  },
  {
    name: 'distributions without end',
    code: main('double *all = calloc(4000000, 8); for (int i = 0; i < 4000000; i++) all[i] = UxHwDoubleGaussDist(0, 1); printf("%f", all[7]);', UX),
    stopped: { task: /distribution memory limit of \d+ bytes/ },
  },
  {
    name: 'endless recursion',
    code: `${C}__attribute__((noinline)) int deep(int n) { return deep(n + 1) * 3 + n; }\n${main('return deep(argc);', '')}`,
    stopped: { task: /stack overflow in deep \(main\.c:6\)/ },
  },
  {
    name: 'stack bomb',
    code: `${C}__attribute__((noinline)) int bomb(int n) { volatile char b[100000]; b[n % 100000] = 1; return n ? bomb(n - 1) + b[3] : b[1]; }\n${main('return bomb(100000);', '')}`,
    stopped: { task: /stack overflow in bomb|out of bounds memory access in bomb/ },
  },
  {
    name: 'alloca of more than there is',
    code: main('volatile char *p = __builtin_alloca(argc * 1000000000); p[0] = 1; p[999999999] = 1;'),
    stopped: { task: /stack overflow in main|out of bounds memory access in main/ },
  },
  {
    name: 'giant static array',
    code: `${C}static volatile char a[2000000000];\n${main('a[argc] = 1; return a[argc + 1];', '')}`,
    stopped: { build: /the compiler ran out of memory; a static array counts with all its bytes/ },
  },
  {
    name: 'more static data than memory',
    code: `${C}static volatile char a[100000000];\n${main('a[argc] = 1; return a[argc + 1];', '')}`,
    stopped: { build: /error: the data and the stack of the program need \d+ bytes; the core's MemorySize is 64000000/ },
  },
  {
    name: 'reads outside its memory',
    code: main('return *(volatile int *)(argc * 0x7ffffff0u);'),
    stopped: { task: /out of bounds memory access in main/ },
  },
  {
    name: 'writes outside its memory',
    code: main('*(volatile int *)(argc * 0xfffffff0u) = 1;'),
    stopped: { task: /out of bounds memory access in main/ },
  },
  {
    name: 'calls through a forged pointer',
    code: main('void (*volatile f)(void) = (void (*)(void))(argc * 12345678); f();'),
    stopped: { task: /call through an invalid function pointer in main/ },
  },
  {
    name: 'its whole memory but for what a null pointer may name, read',
    code: main(
      'unsigned s = 0; for (volatile unsigned char *p = (unsigned char *)1024; p < (unsigned char *)(__builtin_wasm_memory_size(0) << 16); p++) s += *p; printf("%d\\n", s != 0);',
    ),
    prints: /^1\n$/,
  },
]

const TIME_AND_OUTPUT: readonly Hostile[] = [
  {
    name: 'endless loop',
    code: main('volatile double x = 0; for (;;) x += 1;'),
    stopped: { task: OVERTIME },
    seconds: 40,
  },
  {
    name: 'endless loop over distributions',
    code: main('volatile double x = UxHwDoubleGaussDist(0, 1); for (;;) x = x * 0.5 + UxHwDoubleUniformDist(0, 1);', UX),
    stopped: { task: OVERTIME },
    seconds: 40,
  },
  {
    name: 'sleep',
    code: main('puts("before"); fflush(stdout); sleep(100000);'),
    stopped: { task: /wall time limit of 10 s reached/ },
    prints: /^before\n$/,
    seconds: 40,
  },
  {
    name: 'output bomb',
    code: main('for (;;) puts("0123456789");'),
    stopped: { task: /limit of 1000000 bytes for Stdout reached/ },
    prints: /^(0123456789\n){90909}0$/,
  },
  {
    name: 'output bomb on standard error',
    code: main('for (;;) fputs("0123456789", stderr);'),
    stopped: { task: /limit of 1000000 bytes for Stderr reached/ },
  },
  {
    name: 'one write of 30 MB',
    code: main('static char b[30000000]; memset(b, 65, sizeof b); write(1, b, sizeof b);'),
    stopped: { task: /limit of 1000000 bytes for Stdout reached/ },
    prints: /^A{1000000}$/,
  },
  { name: 'every control byte', code: main('for (int i = 0; i < 256; i++) putchar(i); printf("\\x1b]0;title\\aend");'), prints: /end$/ },
]

const FILES: readonly Hostile[] = [
  {
    name: 'file bomb',
    code: main('FILE *f = fopen("bomb", "w"); char b[4096] = {1}; for (;;) fwrite(b, 1, sizeof b, f);'),
    stopped: { task: /limit of 1000000 bytes for files reached/ },
  },
  {
    name: 'file of 2^40 bytes by seeking',
    code: main(
      'FILE *f = fopen("hole", "w"); fseeko(f, 1LL << 40, SEEK_SET); fputc(1, f); if (fflush(f)) perror("flush"); printf("%d\\n", ferror(f) != 0);',
    ),
    stopped: { task: /limit of 1000000 bytes for files reached/ },
  },
  {
    name: 'many files',
    code: main(
      'char n[32]; int i = 0; for (; i < 1000000; i++) { sprintf(n, "f%d", i); FILE *f = fopen(n, "w"); if (!f) break; fclose(f); } printf("%d\\n", i);',
    ),
    prints: /^10000\n$/,
  },
  {
    name: 'many open files',
    code: main('int i = 0; while (i < 1000000 && fopen("same", "a")) i++; printf("%d %s\\n", i < 1000000, strerror(errno));'),
    prints: /^1 \S/,
  },
  {
    name: 'files of the machine',
    code: main(
      'const char *paths[] = {"/etc/passwd", "../../../../etc/passwd", "/proc/self/environ", "/proc/self/maps", "/dev/zero", "/dev/mem", "/sys/kernel", "/tmp", "/runner/0.mjs", "/node", "//etc//passwd", "./../etc/passwd", "/proc/1/root/etc/passwd", "file:///etc/passwd"};\nfor (int i = 0; i < 14; i++) { FILE *f = fopen(paths[i], "r"); printf("%s", f ? paths[i] : ""); }\nprintf("nothing\\n");',
    ),
    prints: /^nothing\n$/,
  },
  {
    name: 'other tasks, by looking around',
    code: main(
      'DIR *d; struct dirent *e; const char *at[] = {".", "..", "/", "../..", "/tmp"}; for (int i = 0; i < 5; i++) if ((d = opendir(at[i]))) while ((e = readdir(d))) if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) printf("%s\\n", e->d_name);\nprintf("nothing\\n");',
      `${C}#include <dirent.h>\n`,
    ),
    prints: /^nothing\n$/,
  },
  {
    name: 'writes for another task to find',
    code: main(
      'mkdir("/tmp", 0777); FILE *f = fopen("/tmp/message", "w"); if (f) { fputs("hello", f); fclose(f); } puts("done");',
      `${C}#include <sys/stat.h>\n`,
    ),
    prints: /^done\n$/,
  },
  { name: 'does not find it', code: main('puts(fopen("/tmp/message", "r") ? "found" : "nothing");'), prints: /^nothing\n$/ },
  { name: 'links out of its folder', code: main('printf("%d %d\\n", symlink("/etc/passwd", "link"), fopen("link", "r") != 0);'), prints: /^-1 0\n$/ },
  {
    name: 'a descriptor it never opened',
    code: main('char b[8]; int got = 0; for (int d = 3; d < 100; d++) if (read(d, b, 8) > 0 || write(d, b, 8) > 0) got++; printf("%d\\n", got);'),
    prints: /^0\n$/,
  },
  { name: 'its environment', code: main('extern char **environ; printf("%d\\n", environ && *environ ? 1 : 0);'), prints: /^0\n$/ },
]

const FORGERIES: readonly Hostile[] = [
  {
    name: 'a forged handle, added',
    code: main('uint64_t bits = 0x7ffd00000000ffffu * argc; double d; memcpy(&d, &bits, 8); volatile double e = d + 1; printf("%f\\n", e);', UX),
    stopped: { task: /use of an uncertain (double|float) that no longer exists/ },
  },
  {
    name: 'forged handles of every size, printed',
    code: main(
      'for (int s = 0; s < 48; s++) { uint64_t bits = 0x7ffd000000000000u | 1ull << s | argc; double d; memcpy(&d, &bits, 8); printf("%f\\n", d); }',
      UX,
    ),
    stopped: { task: /use of an uncertain (double|float) that no longer exists/ },
  },
  {
    name: 'a forged float handle',
    code: main(
      'volatile float real = UxHwFloatGaussDist(0, 1); uint32_t bits = 0x7fc00000u | (0x3abcd * argc); float d; memcpy(&d, &bits, 4); volatile float e = d * 2; printf("%f\\n", e);',
      UX,
    ),
    stopped: { task: /use of an uncertain (double|float) that no longer exists/ },
  },
  {
    name: 'a forged handle of the largest number, to a query',
    code: main('uint64_t bits = 0x7ffdffffffffffffu - argc + 1; double d; memcpy(&d, &bits, 8); printf("%f\\n", UxHwDoubleNthMoment(d, 2));', UX),
    stopped: { task: /use of an uncertain (double|float) that no longer exists/ },
  },
  {
    name: 'a handle hidden from the collector',
    code: main(
      'uint64_t hidden = hide(); volatile double x = UxHwDoubleUniformDist(0, 1); for (int i = 0; i < 300000; i++) x = x * 0.999999 + 1e-6;\nhidden ^= 0x00ff00ff00ff00ffu; double d; memcpy(&d, &hidden, 8); printf("%f\\n", d + x);',
      `${UX}__attribute__((noinline)) uint64_t hide(void) { double d = UxHwDoubleGaussDist(0, 1); uint64_t bits; memcpy(&bits, &d, 8); return bits ^ 0x00ff00ff00ff00ffu; }\n`,
    ),
    stopped: { task: /use of an uncertain (double|float) that no longer exists/ },
    seconds: 40,
  },
  {
    name: 'NaNs with other payloads',
    code: main(
      'uint64_t bits[] = {0x7ff8dead00000001u, 0xfff8000000000000u, 0x7ff0000000000001u, 0x7ffc000000000007u, 0x7ffe000000000007u, 0x7ffd000000000000u};\nfor (int i = 0; i < 6; i++) { double d; memcpy(&d, &bits[i], 8); volatile double e = d + argc; printf("%d", e != e); } puts("");',
      UX,
    ),
    prints: /^111111\n$/,
  },
  {
    name: 'Ux texts that lie',
    code: main(
      'const char *t[] = {"1Ux", "1Ux0000", "1.0UxFFFFFFFFFFFFFFFF", "1Ux0500000000000000003FF0000000000000FFFFFFFF"}; for (int i = 0; i < 4; i++) { double d = strtod(t[i], 0); printf("%d", d == 1); } puts("");',
      UX,
    ),
    prints: /^[01]{4}\n$/,
  },
  {
    name: 'an import of its own',
    code: `__attribute__((import_module("node:fs"), import_name("readFileSync"))) int steal(const char *);\n${main('return steal("/etc/passwd");')}`,
    stopped: { build: /error: .*import.*node:fs/ },
  },
  {
    name: "an import of the runtime's that a program may not have",
    code: `__attribute__((import_module("ux"), import_name("configure"))) int configure(int, int, int, int, double);\n${main('return configure(1, 1, 1, 1, 1e300);')}`,
    stopped: { build: /error: .*import.*ux/ },
  },
  {
    name: 'an import of the host functions of the runtime',
    code: `__attribute__((import_module("host"), import_name("trap"))) void trap(int, int);\n${main('trap(0, 100);')}`,
    stopped: { build: /error: .*import.*host/ },
  },
  {
    name: 'a system call that is none',
    code: `__attribute__((import_module("wasi_snapshot_preview1"), import_name("sock_open"))) int open_socket(int);\n${main('return open_socket(1);')}`,
    stopped: { build: /error: .*sock_open/ },
  },
  {
    name: 'exports that replace those of the engine',
    code: `__attribute__((export_name("ux_instructions"))) int fake(void) { return 7; }\n__attribute__((export_name("memory"))) int fake2(void) { return 7; }\n${main('puts("on");')}`,
    stopped: { build: /error: an export named \w+ is the engine's/ },
  },
]

export const GROUPS = { PROCESSES_AND_NETWORK, MEMORY, TIME_AND_OUTPUT, FILES, FORGERIES, HOST_FUNCTIONS, COMPILER }
