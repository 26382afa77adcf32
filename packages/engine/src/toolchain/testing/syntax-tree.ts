// The variables of a source by the compiler's syntax tree: a second way, for tests. Clang writes the tree in pieces of a few bytes, so that a source
// with a header of the library takes seconds to minutes: decision note 0027.
import type { Variable } from '../../types.ts'
import { keptOutput } from './kept.ts'

type Node = {
  readonly kind?: string
  readonly name?: string
  readonly isImplicit?: boolean
  readonly inner?: readonly Node[]
  readonly [key: string]: unknown
}

const FUNCTIONS = new Set(['FunctionDecl', 'CXXMethodDecl', 'CXXConstructorDecl', 'CXXDestructorDecl', 'CXXConversionDecl'])

/** @param path  the source among the files; headers are found by the name that the source includes them by */
export async function variablesOfSyntaxTree(path: string, files: ReadonlyMap<string, string>): Promise<Variable[]> {
  const compiler = /\.c$/.test(path) ? ['clang'] : ['clang++', '-std=c++14', '-fwasm-exceptions']
  const placed = [...files].map(([name, text]) => [`/w/${name}`, text] as const)
  const words = [...compiler.slice(1), '--target=wasm32-wasip1', '-w', '-fsyntax-only', '-Xclang', '-ast-dump=json', `/w/${path}`]
  const tree = JSON.parse(new TextDecoder().decode(await keptOutput(compiler[0]!, words, placed))) as Node
  return new Walk().variables(tree)
}

/** In the order of the text, because a location leaves out what it shares with the one before. */
class Walk {
  readonly #found: Variable[] = []
  #file = ''
  #line = 0

  variables(tree: Node): Variable[] {
    this.#node(tree, '')
    return this.#found
  }

  #node(node: Node, inside: string): void {
    let [file, line] = ['', 0]
    for (const [key, value] of Object.entries(node)) {
      if (key === 'inner' || typeof value !== 'object' || value === null) continue
      this.#locations(value)
      if (key === 'loc') [file, line] = [this.#file, this.#line] // inside a macro: where the macro stands, which is told last
    }
    const { kind = '', name } = node
    const isParameter = kind === 'ParmVarDecl'
    const isVariable = isParameter || kind === 'VarDecl' || kind === 'BindingDecl'
    if (isVariable && name !== undefined && !name.startsWith('__') && node.isImplicit !== true && node['storageClass'] !== 'extern')
      this.#found.push({ name, type: isParameter ? 'FormalParameter' : 'Variable', file: file.replace('/w/', ''), line, function: inside })
    const defines = FUNCTIONS.has(kind) && (node.inner ?? []).some((inner) => inner.kind === 'CompoundStmt' || inner.kind === 'CXXTryStmt')
    for (const inner of node.inner ?? []) {
      const isTwice = kind === 'LambdaExpr' && inner.kind === 'CompoundStmt' // the body is there as that of operator(), too
      const isHead = FUNCTIONS.has(kind) && inner.kind === 'ParmVarDecl'
      if (isTwice || (isHead && (!defines || node.isImplicit === true))) this.#skip(inner)
      else this.#node(inner, FUNCTIONS.has(kind) ? (name ?? '') : inside)
    }
  }
  #skip(node: Node): void {
    const length = this.#found.length
    this.#node(node, '')
    this.#found.length = length
  }
  #locations(value: object): void {
    const place = value as { file?: string; line?: number; offset?: number }
    if (place.offset !== undefined) {
      this.#file = place.file ?? this.#file
      this.#line = place.line ?? this.#line
      return
    }
    for (const [key, inner] of Object.entries(value))
      if (key !== 'includedFrom' && typeof inner === 'object' && inner !== null) this.#locations(inner)
  }
}
