/**
 * What V8 is told in a process that runs LLVM: a function gets the optimising compiler after so much work, seven times V8's own measure. With that, a
 * process spent a third of the processor time of its first builds on functions that were then called too seldom to be worth it.
 */
export const LLVM_FLAGS: readonly string[] = ['--wasm-tiering-budget=100000000']
