// The functions between program, runtime module, interpreter and system: what `machine/` does where there is a host.
import { IMPORTS, LOWEST, PROGRAM_EXPORTS } from '../abi.ts'
import { F32, F64, I32, I64, type ValueType } from '../binary/opcodes.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { AREA, HOST_FUNCTIONS, type Question, questionNumber, REQUESTS, type Request } from './calls.ts'
import { type Glue, type GlueFunction, type Pieces, SYSTEM } from './combine.ts'
import { Body } from './emit.ts'
import type { Snapshot } from './snapshot.ts'

/** Places of the memories. */
const [PROGRAM, RUNTIME, INTERPRETER] = [0, 1, 2]
const TYPES: Readonly<Record<string, ValueType>> = { i32: I32, i64: I64, f32: F32, f64: F64 }
const typeOf = (parameters: readonly string[], result?: string): FunctionType => ({
  parameters: parameters.map((name) => TYPES[name]!),
  results: result === undefined ? [] : [TYPES[result]!],
})

/** Below the lowest address of a program: a pair of address and length for the system, what it answers, and the text of a message. */
const MESSAGE = { vector: 0, answer: 8, prefix: 16, text: 26, most: 3000 } as const
const PREFIX = 'credence: '
if (MESSAGE.text + MESSAGE.most + 1 > LOWEST || MESSAGE.text - MESSAGE.prefix !== PREFIX.length)
  throw new RangeError('messages lie in what programs use')
const STDERR = 2
/** As `credence run` ends where a program traps. */
const TRAPPED = 134
/** Of memory that is looked through for handles at a time; one may begin in the last bytes of a piece. */
const [PIECE, OVERLAP] = [1 << 20, 7]
const PAGE_BITS = 16

/** What the interpreter's library asks of a system: it is told that all is well, and gets nothing. It has no clock and no files. */
const INTERPRETER_SYSTEM: Readonly<Record<string, readonly string[]>> = {
  clock_time_get: ['i32', 'i64', 'i32'],
  fd_close: ['i32'],
  fd_fdstat_get: ['i32', 'i32'],
  fd_seek: ['i32', 'i64', 'i32', 'i32'],
  fd_write: ['i32', 'i32', 'i32', 'i32'],
  random_get: ['i32', 'i32'],
}

export interface Settings {
  readonly samples: number
  readonly atoms: number
  readonly tracking: boolean
  readonly independent: boolean
  /** Bytes for distributions. */
  readonly budget: number
  /** Index of the microarchitecture. */
  readonly microarchitecture: number
  readonly precision: number
  /** A number of a place in the program that its list of places does not have. */
  readonly place: number
}

type Code = GlueFunction['code']
const fn = (type: FunctionType, code: Code): GlueFunction => ({ type, code })

export function createGlue({ area, answer, undefinedValue, pages, segments, stackPointer }: Snapshot, settings: Settings): Glue {
  const argument = (index: number): number => area + AREA.arguments + 8 * index
  const data = area + AREA.data

  /** Asks the code in the interpreter; it has left its answer, or the run has ended. */
  const asked: Code = ({ interpreter }, glue) =>
    new Body(1)
      .int(0)
      .get(0)
      .store(I32, INTERPRETER, area + AREA.what)
      .int(answer)
      .int(undefinedValue)
      .int(0)
      .int(0)
      .call(interpreter.function('qjs_call'))
      .call(interpreter.function('qjs_free_value'))
      .int(0)
      .load(I32, INTERPRETER, area + AREA.failed)
      .set(1)
      .get(1)
      .when((body) => body.int(MESSAGE.text).int(data).get(1).copy(PROGRAM, INTERPRETER).get(1).call(glue('fail')))
      .end()
  /** A function that the code in the interpreter answers. */
  const answered = (question: Question, parameters: readonly string[], result: string): GlueFunction =>
    fn(typeOf(parameters, result), (_, glue) => {
      const body = new Body()
      for (const [index, name] of parameters.entries()) body.int(0).get(index).store(TYPES[name]!, INTERPRETER, argument(index))
      return body.int(questionNumber(question)).call(glue('ask')).int(0).load(TYPES[result]!, INTERPRETER, argument(0)).end()
    })

  /** What the code in the interpreter asks for. */
  const request: Record<Request, (body: Body, pieces: Pieces) => Body> = {
    read: (body) => {
      for (const memory of [PROGRAM, RUNTIME])
        body
          .int(0)
          .load(I32, INTERPRETER, argument(0))
          .int(memory)
          .two('eq')
          .when((inner) =>
            inner.int(data).int(0).load(I32, INTERPRETER, argument(1)).int(0).load(I32, INTERPRETER, argument(2)).copy(INTERPRETER, memory),
          )
      return body
    },
    write: (body) => {
      for (const memory of [PROGRAM, RUNTIME])
        body
          .int(0)
          .load(I32, INTERPRETER, argument(0))
          .int(memory)
          .two('eq')
          .when((inner) =>
            inner.int(0).load(I32, INTERPRETER, argument(1)).int(data).int(0).load(I32, INTERPRETER, argument(2)).copy(memory, INTERPRETER),
          )
      return body
    },
    describe: (body, { runtime }) => called(body, runtime.function('describe'), [I64], I32),
    sorted: (body, { runtime }) => called(body, runtime.function('sorted'), [I64], I32),
    fromatoms: (body, { runtime }) => called(body, runtime.function('fromatoms'), [I32, I32, I32, F64, F64], I64),
    scratch: (body, { runtime }) => called(body, runtime.function('scratch'), [I32], I32),
    statistic: (body, { runtime }) => called(body, runtime.function('statistic'), [I32], F64),
    meetings: (body, { runtime }) => called(body, runtime.function('meetings'), [], F64),
  }
  const called = (body: Body, index: number, parameters: readonly ValueType[], result: ValueType): Body => {
    body.int(0) // address of the answer
    for (const [place, type] of parameters.entries()) body.int(0).load(type, INTERPRETER, argument(place))
    return body.call(index).store(result, INTERPRETER, argument(0))
  }
  const requested: Code = (pieces) => {
    const body = new Body(1)
      .int(0)
      .load(I32, INTERPRETER, area + AREA.what)
      .set(5)
    for (const [number, name] of REQUESTS.entries())
      body
        .get(5)
        .int(number)
        .two('eq')
        .when((inner) => request[name](inner, pieces))
    return body.call(pieces.interpreter.function('qjs_get_undefined')).end()
  }

  /** Address and length of a message in the program's memory, to standard error. */
  const say: Code = (_, __, system) =>
    new Body()
      .int(0)
      .get(0)
      .store(I32, PROGRAM, MESSAGE.vector)
      .int(0)
      .get(1)
      .store(I32, PROGRAM, MESSAGE.vector + 4)
      .int(STDERR)
      .int(MESSAGE.vector)
      .int(1)
      .int(MESSAGE.answer)
      .call(system('fd_write'))
      .drop()
      .end()
  /** The message of this length that stands behind the prefix is told, and the run ends. */
  const fail: Code = (_, glue, system) =>
    new Body()
      .get(0)
      .int(0x0a)
      .storeByte(PROGRAM, MESSAGE.text)
      .int(MESSAGE.prefix)
      .get(0)
      .int(PREFIX.length + 1)
      .two('add')
      .call(glue('say'))
      .int(TRAPPED)
      .call(system('proc_exit'))
      .unreachable()
      .end()
  const trapped: Code = (_, glue) =>
    new Body()
      .get(1)
      .int(MESSAGE.most)
      .two('gtU')
      .when((body) => body.int(MESSAGE.most).set(1))
      .int(MESSAGE.text)
      .get(0)
      .get(1)
      .copy(PROGRAM, RUNTIME)
      .get(1)
      .call(glue('fail'))
      .end()
  /** What the end of a run has to say. */
  const ended: Code = (_, glue) =>
    new Body(1)
      .int(questionNumber('end'))
      .call(glue('ask'))
      .int(0)
      .load(I32, INTERPRETER, argument(0))
      .set(0)
      .get(0)
      .when((body) => body.int(MESSAGE.prefix).int(data).get(0).copy(PROGRAM, INTERPRETER).int(MESSAGE.prefix).get(0).call(glue('say')))
      .end()
  const exited: Code = (_, glue, system) => new Body().call(glue('end')).get(0).call(system('proc_exit')).unreachable().end()

  /** Every handle in the program's memory from the stack pointer up stays alive. */
  const collected: Code = ({ program, runtime }) => {
    const [at, size, length] = [0, 1, 2]
    return new Body(4)
      .global(program.global(PROGRAM_EXPORTS.stackPointer))
      .set(at)
      .pages(PROGRAM)
      .int(PAGE_BITS)
      .two('shl')
      .set(size)
      .repeat((body) =>
        body
          .get(at)
          .get(size)
          .two('geU')
          .leaveIf()
          .get(size)
          .get(at)
          .two('sub')
          .set(length)
          .get(length)
          .int(PIECE + OVERLAP)
          .two('gtU')
          .when((inner) => inner.int(PIECE + OVERLAP).set(length))
          .get(length)
          .call(runtime.function('scratch'))
          .set(3)
          .get(3)
          .get(at)
          .get(length)
          .copy(RUNTIME, PROGRAM)
          .get(3)
          .get(length)
          .call(runtime.function('mark'))
          .get(at)
          .int(PIECE)
          .two('add')
          .set(at),
      )
      .call(runtime.function('sweep'))
      .end()
  }
  const started: Code = ({ program, runtime }, glue) =>
    new Body()
      .int(settings.samples)
      .int(settings.atoms)
      .int(Number(settings.tracking))
      .int(Number(settings.independent))
      .double(settings.budget)
      .call(runtime.function('configure'))
      .int(0)
      .int(settings.microarchitecture)
      .store(I32, INTERPRETER, argument(0))
      .int(0)
      .int(Number(!settings.independent))
      .store(I32, INTERPRETER, argument(1))
      .int(0)
      .int(settings.precision)
      .store(I32, INTERPRETER, argument(2))
      .int(questionNumber('begin'))
      .call(glue('ask'))
      .call(program.function('_start'))
      .call(glue('end'))
      .end()

  const constant =
    (value: number): Code =>
    () =>
      new Body().int(value).end()
  const functions = new Map<string, GlueFunction>([
    ['start', fn(typeOf([]), started)],
    ['ask', fn(typeOf(['i32']), asked)],
    ['say', fn(typeOf(['i32', 'i32']), say)],
    ['fail', fn(typeOf(['i32']), fail)],
    ['end', fn(typeOf([]), ended)],
    [`${SYSTEM}.proc_exit`, fn(typeOf(['i32']), exited)],
    ['ux.collect', fn(typeOf([]), collected)],
    ['ux.tell', fn(typeOf(['i64', 'i32', 'i32', 'i32'], 'i32'), constant(0))],
    ['ux.trace', fn(typeOf(['i32', 'i32', 'i64']), () => new Body().end())],
    ['host.law', answered('law', ['i32', 'f64', 'f64', 'i32', 'i32', 'i32'], 'i32')],
    ['host.place', fn(typeOf(['i32'], 'i32'), constant(settings.place))],
    ['host.trap', fn(typeOf(['i32', 'i32']), trapped)],
    ['host.split', fn(typeOf(Array.from({ length: 12 }, () => 'i32')), () => new Body().unreachable().end())],
    ['env.host_call', fn(typeOf(['i32', 'i32', 'i32', 'i32', 'i32'], 'i32'), requested)],
    ['env.host_interrupt', fn(typeOf([], 'i32'), constant(0))],
    ['env.host_promise_rejection', fn(typeOf(['i32', 'i32', 'i32']), () => new Body().end())],
    ['env.host_module_normalize', fn(typeOf(['i32', 'i32'], 'i32'), constant(0))],
    ['env.host_module_load', fn(typeOf(['i32', 'i32'], 'i32'), constant(0))],
    ['env.host_get_timezone_offset', fn(typeOf(['i32', 'i32'], 'i32'), constant(0))],
  ])
  for (const [name, parameters] of Object.entries(INTERPRETER_SYSTEM))
    functions.set(`interpreter.${name}`, fn(typeOf(parameters, 'i32'), constant(0)))
  for (const name of HOST_FUNCTIONS) {
    const { parameters, result } = IMPORTS[name]!
    functions.set(`ux.${name}`, answered(name, parameters, result!))
  }
  return {
    functions,
    system: new Map([
      ['fd_write', typeOf(['i32', 'i32', 'i32', 'i32'], 'i32')],
      ['proc_exit', typeOf(['i32'])],
    ]),
    data: [
      { flags: 2, memory: PROGRAM, offset: [{ op: 0x41, immediate: MESSAGE.prefix }], bytes: new TextEncoder().encode(PREFIX) },
      ...segments.map(({ address, bytes }) => ({ flags: 2, memory: INTERPRETER, offset: [{ op: 0x41, immediate: address }], bytes })),
    ],
    pages,
    globals: new Map([['__stack_pointer', stackPointer]]),
  }
}
