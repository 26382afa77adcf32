// A plot in Markdown: what its drawing says of itself, in place of the table with the height of every bar.
import type { Element } from 'hast'
import { find, textOf } from '../rendered/page.ts'

/** Undefined: the figure shows no plot. */
export function plotSentence(figure: Element): string | undefined {
  const drawing = find(figure, ({ tagName }) => tagName === 'svg')
  const [title, description] = ['title', 'desc'].map((name) => drawing && find(drawing, ({ tagName }) => tagName === name))
  return title && description ? `${textOf(title)}: ${textOf(description)}` : undefined
}
