// Tabs in Markdown: of several ways a page shows one at a time; a text has them all, each behind its name.
import type { Element, ElementContent } from 'hast'
import { textOf } from '../rendered/page.ts'

export interface LabelledPanel {
  readonly label: Element
  readonly panel: Element
}

/** @throws RangeError  the tabs have more panels than names */
export function labelled(container: Element): LabelledPanel[] {
  const [labels, panels] = ['tab', 'tabpanel'].map((role) => withRole(container, role)) as [Element[], Element[]]
  return panels.map((panel, index) => {
    const label = labels[index]
    if (!label) throw new RangeError(`the tabs ${labels.map(textOf).join(', ')} have ${panels.length} panels`)
    return { label: { type: 'element', tagName: 'p', properties: {}, children: [bold(textOf(label))] }, panel }
  })
}

const bold = (text: string): Element => ({ type: 'element', tagName: 'strong', properties: {}, children: [{ type: 'text', value: `${text}:` }] })

function withRole(node: Element, role: string): Element[] {
  return node.children
    .filter((child: ElementContent) => child.type === 'element')
    .flatMap((child) => (child.properties.role === role ? [child] : withRole(child, role)))
}
