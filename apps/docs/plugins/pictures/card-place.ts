// Where the card of a page is and how large: what pages say of it, without what draws it.

/** In pixels, as previews of links want them; the same as CARD_SIZE of packages/plot. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

export const cardPath = (path: string): string => `cards/${path.replace(/^\/|\/$/g, '').replaceAll('/', '-') || 'start'}.png`
