// The link with which readers of a repository add it to their platform, and the picture that stands for it.
export const BUTTONS = { light: '/console/add-to-credence.svg', dark: '/console/add-to-credence-dark.svg' } as const
/** Pixels of the picture. */
export const BUTTON_SIZE = { width: 168, height: 36 } as const
export const BUTTON_FORMS = ['Markdown', 'HTML'] as const
export type ButtonForm = (typeof BUTTON_FORMS)[number]

export const connectLink = (origin: string, remoteUrl: string): string =>
  `${origin}/repositories?connect=${encodeURI(remoteUrl).replace(/[&#+]/g, encodeURIComponent)}`

/** For a README: one picture for light pages and one for dark ones. */
export function buttonText(form: ButtonForm, origin: string, remoteUrl: string): string {
  const link = connectLink(origin, remoteUrl)
  const { width, height } = BUTTON_SIZE
  const picture = (theme: keyof typeof BUTTONS) => origin + BUTTONS[theme]
  if (form === 'HTML')
    return `<a href="${attribute(link)}">
  <picture>
    <source media="(prefers-color-scheme: dark)" srcset="${picture('dark')}">
    <img src="${picture('light')}" alt="Add to Credence" width="${width}" height="${height}">
  </picture>
</a>
`
  const one = (theme: keyof typeof BUTTONS) =>
    `[![Add to Credence](${picture(theme)}#gh-${theme}-mode-only)](${markdownLink(link)}#gh-${theme}-mode-only)`
  return `${one('light')}\n${one('dark')}\n`
}
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const markdownLink = (text: string): string => text.replaceAll('(', '%28').replaceAll(')', '%29')
