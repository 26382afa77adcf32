// Builds runtime.wasm, the module that holds every uncertain value and does its arithmetic, from the C files of src/ensemble.
// Pure: it takes the sources and a clang, so that whoever calls it decides where files come from and what is kept.

/** Files of a tool's working directory, by name. */
export type ToolFiles = { [name: string]: string | Uint8Array }
/** Runs one LLVM tool on `files`; gives the files it left. Throws what the tool printed where it fails. */
export type RunTool = (command: readonly string[], files: ToolFiles) => Promise<ToolFiles>
/** C sources by file name: `*.c` and `*.h`, `abi.h` among them. */
export type RuntimeSources = Readonly<Record<string, string>>

/** `checked`: with the heap checker, which asserts the runtime's invariants after every collection. `eager`: it also asks for one at every safepoint. */
export type RuntimeVariant = keyof typeof DEFINES
const DEFINES = { plain: [], checked: ['-DUX_CHECK'], eager: ['-DUX_CHECK', '-DUX_EAGER'] } as const

/** No fused or relaxed arithmetic: the same bits on every machine. */
const COMPILE = [
  'clang',
  '--target=wasm32-wasip1',
  '-std=c17',
  '-O3',
  '-msimd128',
  '-ffp-contract=off',
  '-fno-math-errno',
  '-Wall',
  '-Wextra',
  '-Wno-parentheses',
  '-Werror',
]
const LINK = [
  'wasm-ld',
  '--no-entry',
  '--export=pressure',
  '--export=__stack_pointer',
  '--strip-debug',
  '--max-memory=4294901760',
  '-z',
  'stack-size=1048576',
  '--stack-first',
]
const LIBRARIES = ['-L/usr/lib/wasm32-wasip1', '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a']

/** What the bytes of the module depend on besides the compiler: a key for a cache. */
export function runtimeRecipe(sources: RuntimeSources, variant: RuntimeVariant = 'plain'): string {
  return JSON.stringify([COMPILE, LINK, LIBRARIES, variant, Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** The module; its imports and exports are those of `abi.ts`. @throws whatever `runTool` throws, with the compiler's output */
export async function buildRuntime(runTool: RunTool, sources: RuntimeSources, variant: RuntimeVariant = 'plain'): Promise<Uint8Array> {
  const headers = pick(sources, '.h')
  const objects: ToolFiles = {}
  for (const [name, text] of Object.entries(pick(sources, '.c'))) {
    const object = name.replace(/c$/, 'o')
    // Sources that do not ask for it make the same object in each variant, which `runTool` may keep.
    const asked = DEFINES[variant].filter((define) => [text, ...Object.values(headers)].some((each) => each.includes(define.slice('-D'.length))))
    const left = await runTool([...COMPILE, ...asked, '-c', name, '-o', object], { ...headers, [name]: text })
    objects[object] = left[object]!
  }
  const linked = await runTool([...LINK, ...Object.keys(objects), '-o', 'runtime.wasm', ...LIBRARIES], objects)
  return linked['runtime.wasm'] as Uint8Array
}

function pick(sources: RuntimeSources, extension: string): RuntimeSources {
  return Object.fromEntries(Object.entries(sources).filter(([name]) => name.endsWith(extension)))
}
