// A fence becomes the component that shows code, with its colours made here.
import type { MdxNode } from '../mdx/nodes.ts'
import { highlighted } from './highlight.ts'

export default function codeBlocks() {
  return (tree: MdxNode, file: { path: string }) => replace(tree, file.path)
}

function replace(node: MdxNode, path: string): void {
  for (const [index, child] of (node.children ?? []).entries()) {
    if (child.type === 'code') node.children?.splice(index, 1, codeBlock(child, path))
    else replace(child, path)
  }
}

function codeBlock({ lang, value = '', meta }: MdxNode, path: string): MdxNode {
  const language = lang ?? 'text'
  const title = /^title="([^"]*)"$/.exec(String(meta ?? ''))?.[1]
  if (meta && title === undefined) throw new SyntaxError(`${path}: a fence may say title="…" behind its language, not ${String(meta)}`)
  const attributes = { language, html: htmlAt(path, value, language), ...(title !== undefined && { title }) }
  return {
    type: 'mdxJsxFlowElement',
    name: 'CodeBlock',
    attributes: Object.entries(attributes).map(([name, text]) => ({ type: 'mdxJsxAttribute', name, value: text })),
    children: [],
  }
}

function htmlAt(path: string, code: string, language: string): string {
  try {
    return highlighted(code, language)
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
