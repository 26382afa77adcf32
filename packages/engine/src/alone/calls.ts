// What the parts of a self-contained module say to each other. All of it stands in one area of the interpreter's memory: a number that says what is
// asked, a number that says how it went, arguments of eight bytes each, and a place for bytes. An answer takes the place of the first argument.

/** Byte offsets in the area. */
export const AREA = { what: 0, failed: 4, arguments: 8, data: 128, bytes: 128 + 65_536 } as const
export const DATA_BYTES = AREA.bytes - AREA.data

/** Questions to the code in the interpreter besides the functions of the host, which have their places in `HOST_FUNCTIONS`. */
export const QUESTIONS = ['begin', 'law', 'end'] as const
/** Functions of the host that it answers, in the order of their numbers; a program of one module has no other. */
export const HOST_FUNCTIONS = ['query', 'tail', 'parse', 'tobytes', 'frombytes', 'atoms', 'nodes', 'posterior'] as const
export type Question = (typeof QUESTIONS)[number] | (typeof HOST_FUNCTIONS)[number]
export const questionNumber = (question: Question): number => ALL.indexOf(question)
export const ALL: readonly Question[] = [...QUESTIONS, ...HOST_FUNCTIONS]

/** What the code in the interpreter asks: bytes of another memory into the place for bytes, or from it, and calls of the runtime module. */
export const REQUESTS = ['read', 'write', 'describe', 'sorted', 'fromatoms', 'scratch', 'statistic', 'meetings'] as const
export type Request = (typeof REQUESTS)[number]
/** The memories that it reads and writes. */
export const MEMORY = { program: 0, runtime: 1 } as const
/** Names of the global variables that the interpreter is left with: the function that answers, the area, and the function that asks. */
export const GLOBALS = { answer: 'answer', area: 'area', ask: 'ask' } as const
