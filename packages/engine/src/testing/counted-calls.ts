// How often a run calls each function of the runtime module: what it makes that module do, counted and not timed.

/** @returns by name of the export, of the instance that `run` makes last */
export function countedCalls(runtime: WebAssembly.Module, run: () => void): Record<string, number> {
  const { Instance } = WebAssembly
  let counts: Record<string, number> = {}
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, parameters) {
      const [module, imports] = parameters as [WebAssembly.Module, WebAssembly.Imports]
      const instance = new target(module, imports)
      if (module !== runtime) return instance
      counts = {}
      return { exports: Object.fromEntries(Object.entries(instance.exports).map(([name, found]) => [name, counting(name, found)])) }
    },
  })
  const counting = (name: string, found: WebAssembly.ExportValue): unknown => {
    if (typeof found !== 'function') return found
    return (...parameters: unknown[]) => {
      counts[name] = (counts[name] ?? 0) + 1
      return found(...parameters)
    }
  }
  try {
    run()
  } finally {
    WebAssembly.Instance = Instance
  }
  return counts
}
