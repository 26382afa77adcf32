// What an instance of a program exports.
export function memoryOf(instance: WebAssembly.Instance): WebAssembly.Memory {
  return instance.exports['memory'] as WebAssembly.Memory
}
export function globalOf(instance: WebAssembly.Instance | undefined, name: string): number | bigint | undefined {
  return (instance?.exports[name] as WebAssembly.Global | undefined)?.value as number | bigint | undefined
}
