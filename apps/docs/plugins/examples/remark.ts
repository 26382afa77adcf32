// `<Program file="uxhw/quantile.c" />` becomes an import of what that example gave when it was run, and the component that shows it.
import { existsSync } from 'node:fs'
import { resultFile } from './results.ts'

interface Node {
  type: string
  name?: string
  attributes?: { type: string; name: string; value: unknown }[]
  children?: Node[]
  [field: string]: unknown
}

export default function programs() {
  return (tree: Node, file: { path: string }) => {
    const imports: Node[] = []
    visit(tree, (node) => {
      if (node.name !== 'Program' || !node.attributes) return
      const path = String(node.attributes.find(({ name }) => name === 'file')?.value)
      const result = resultFile(path)
      if (!existsSync(result)) throw new Error(`${file.path}: examples/${path} has not been run: npm run examples`)
      const name = `example${imports.length}`
      imports.push(importOf(name, result))
      node.attributes = [{ type: 'mdxJsxAttribute', name: 'result', value: expression(name) }]
    })
    tree.children?.unshift(...imports)
  }
}

function visit(node: Node, act: (node: Node) => void): void {
  act(node)
  for (const child of node.children ?? []) visit(child, act)
}

function importOf(name: string, path: string): Node {
  return {
    type: 'mdxjsEsm',
    value: `import ${name} from ${JSON.stringify(path)}`,
    data: {
      estree: {
        type: 'Program',
        sourceType: 'module',
        body: [
          {
            type: 'ImportDeclaration',
            specifiers: [{ type: 'ImportDefaultSpecifier', local: { type: 'Identifier', name } }],
            source: { type: 'Literal', value: path, raw: JSON.stringify(path) },
            attributes: [],
          },
        ],
      },
    },
  }
}

function expression(name: string) {
  return {
    type: 'mdxJsxAttributeValueExpression',
    value: name,
    data: { estree: { type: 'Program', sourceType: 'module', body: [{ type: 'ExpressionStatement', expression: { type: 'Identifier', name } }] } },
  }
}
