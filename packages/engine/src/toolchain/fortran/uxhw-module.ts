// The module `uxhw` of Fortran programs: an interface to each function of uxhw.h, under the same name, made from the header.
// Those that take functions, addresses or a variable number of arguments are written out below, in words of Fortran: an address is a
// `type(c_ptr)`, a function is one with the abstract interface of its name.

interface Kind {
  readonly declared: string
  /** It stands for itself; else for an array. */
  readonly isValue: boolean
}
const KINDS: Readonly<Record<string, Kind>> = {
  double: { declared: 'real(8)', isValue: true },
  float: { declared: 'real(4)', isValue: true },
  size_t: { declared: 'integer(4)', isValue: true },
  'double *': { declared: 'real(8)', isValue: false },
  'float *': { declared: 'real(4)', isValue: false },
  'uint8_t *': { declared: 'integer(1)', isValue: false },
}
const RESULTS: Readonly<Record<string, string>> = { double: 'real(8)', float: 'real(4)', size_t: 'integer(4)', ssize_t: 'integer(4)' }
const PROTOTYPE = /^(double|float|void|size_t|ssize_t) (UxHw\w+)\(([^()]*)\);/gm

/** @param header  the text of uxhw.h */
export function uxhwModule(header: string): string {
  const procedures = [...header.matchAll(PROTOTYPE)].flatMap(
    ([, result = '', name = '', parameters = '']) => procedure(result, name, parameters) ?? [],
  )
  return `${HEAD}\n${procedures.join('\n')}\n${withFunctions('Double', 8)}\n${withFunctions('Float', 4)}\n${PARTICLE}\nend module uxhw\n`
}

/** The head and the declarations of a procedure in the text of the module, for readers; undefined where it has none of that name. */
export function procedureOf(module: string, name: string): string | undefined {
  const joined = module.replaceAll(/ *&\n\s*/g, ' ')
  const result = String.raw`(?:(?:real|integer|logical)\(\d\) )?`
  const body = new RegExp(String.raw`^ *(${result}(function|subroutine) ${name}\(.*\)) bind\(c.*\n((?:.*\n)*?) *end \2`, 'm').exec(joined)
  if (!body) return undefined
  const [, head = '', kind, declared = ''] = body
  const lines = declared.split('\n').map((line) => line.trim())
  return [head, ...lines.filter((line) => line !== '' && !line.startsWith('import')).map((line) => `  ${line}`), `end ${kind}`].join('\n')
}

const HEAD = `module uxhw
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
  private :: c_ptr`

const withFunctions = (name: 'Double' | 'Float', kind: 8 | 4): string => `  type, bind(c) :: Weighted${name}Sample
    real(${kind}) :: sample, sampleWeight
  end type
  abstract interface
    real(${kind}) function uxhw_model${kind}(modelParams, parameter) bind(c)
      import :: c_ptr
      type(c_ptr), value :: modelParams
      real(${kind}), value :: parameter
    end function
    real(${kind}) function uxhw_likelihood${kind}(parameter) bind(c)
      real(${kind}), value :: parameter
    end function
    subroutine uxhw_step${kind}(parameters, paths, step, numberOfStateVariables) bind(c)
      import :: c_ptr
      type(c_ptr), value :: parameters
      type(c_ptr), intent(in) :: paths(*)
      integer(4), value :: step, numberOfStateVariables
    end subroutine
    logical(1) function uxhw_converging_step${kind}(parameters, paths, step, numberOfStateVariables) bind(c)
      import :: c_ptr
      type(c_ptr), value :: parameters
      type(c_ptr), intent(in) :: paths(*)
      integer(4), value :: step, numberOfStateVariables
    end function
    subroutine uxhw_function${kind}(args, input, sizeOfInput, output, sizeOfOutput) bind(c)
      import :: c_ptr
      type(c_ptr), value :: args
      integer(4), value :: sizeOfInput, sizeOfOutput
      real(${kind}) :: input(sizeOfInput), output(sizeOfOutput)
    end subroutine
  end interface
  interface
    real(${kind}) function UxHw${name}DistFromWeightedSamples(samples, weightedSampleCount) &
        bind(c, name='fortran_weighted${kind}')
      import :: Weighted${name}Sample
      type(Weighted${name}Sample) :: samples(*)
      integer(4), value :: weightedSampleCount
    end function
    subroutine UxHw${name}DistFromMultidimensionalSamples(destinationArray, samples, sampleCount, sampleCardinality) &
        bind(c, name='fortran_multidimensional${kind}')
      integer(4), value :: sampleCount, sampleCardinality
      real(${kind}) :: destinationArray(*), samples(sampleCardinality, sampleCount)
    end subroutine
    real(${kind}) function UxHw${name}BayesLaplace(statisticalModel, modelParams, prior, observedData, numberOfObservations) &
        bind(c, name='UxHw${name}BayesLaplace')
      import :: c_ptr, uxhw_model${kind}
      procedure(uxhw_model${kind}) :: statisticalModel
      type(c_ptr), value :: modelParams
      real(${kind}), value :: prior, observedData
      integer(4), value :: numberOfObservations
    end function
    real(${kind}) function UxHw${name}BayesLaplaceOnce(likelihood, prior, evidence) bind(c, name='UxHw${name}BayesLaplaceOnce')
      import :: uxhw_likelihood${kind}
      procedure(uxhw_likelihood${kind}) :: likelihood
      real(${kind}), value :: prior, evidence
    end function
    subroutine UxHw${name}GeneratePath(parameterStructArray, numberOfParameterStructs, pathLength, numberOfStateVariables, &
        stateGenerator, resultArray) bind(c, name='UxHw${name}GeneratePath')
      import :: c_ptr, uxhw_step${kind}
      type(c_ptr), intent(in) :: parameterStructArray(*), resultArray(*)
      integer(4), value :: numberOfParameterStructs, pathLength, numberOfStateVariables
      procedure(uxhw_step${kind}) :: stateGenerator
    end subroutine
    subroutine UxHw${name}GenerateConvergingPath(parameterStructArray, numberOfParameterStructs, maxPathLength, &
        numberOfStateVariables, stateGenerator, resultArray) bind(c, name='UxHw${name}GenerateConvergingPath')
      import :: c_ptr, uxhw_converging_step${kind}
      type(c_ptr), intent(in) :: parameterStructArray(*), resultArray(*)
      integer(4), value :: numberOfParameterStructs, maxPathLength, numberOfStateVariables
      procedure(uxhw_converging_step${kind}) :: stateGenerator
    end subroutine
    subroutine UxHw${name}PropagateFunction(function, args, input, sizeOfInput, output, sizeOfOutput) &
        bind(c, name='UxHw${name}PropagateFunction')
      import :: c_ptr, uxhw_function${kind}
      procedure(uxhw_function${kind}) :: function
      type(c_ptr), value :: args
      integer(4), value :: sizeOfInput, sizeOfOutput
      real(${kind}) :: input(*), output(*)
    end subroutine
  end interface`

/** \`uxhw_particle\`: the plain number that an uncertain one shows. */
const PARTICLE = `  interface uxhw_particle
    pure real(8) function uxhw_particle8(value) bind(c, name='fortran_particle8')
      real(8), value :: value
    end function
    pure real(4) function uxhw_particle4(value) bind(c, name='fortran_particle4')
      real(4), value :: value
    end function
  end interface`

function procedure(result: string, name: string, parameters: string): string | undefined {
  const taken: (readonly [name: string, kind: Kind])[] = []
  for (const parameter of parameters.split(',')) {
    const [, type = '', word = ''] = /^\s*(\w+ ?\*?) ?(\w+)$/.exec(parameter.replace(/\s+/g, ' ').trim()) ?? []
    const kind = KINDS[type.trim().replace(/ ?\*$/, ' *')]
    if (!kind) return undefined
    taken.push([word, kind])
  }
  const gives = RESULTS[result]
  const words = taken.map(([word]) => word).join(', ')
  const declared = taken.map(([word, { declared, isValue }]) => `      ${declared}${isValue ? ', value' : ''} :: ${word}${isValue ? '' : '(*)'}`)
  const [begin, end] = gives ? [`${gives} function`, 'function'] : ['subroutine', 'subroutine']
  return [
    '  interface',
    `    ${begin} ${name}(${words}) &`,
    `        bind(c, name='${name}')`,
    ...declared,
    `    end ${end}`,
    '  end interface',
  ].join('\n')
}
