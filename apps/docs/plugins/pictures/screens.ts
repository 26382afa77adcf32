/** Of the pictures of the console, in pixels: `npm run console-pictures -- --guide` takes them so, and pages keep their place so. */
export const SCREEN_SIZE = { width: 1040, height: 680 } as const
export const SCREEN_THEMES = ['light', 'dark'] as const
export const screenPath = (of: string, theme: (typeof SCREEN_THEMES)[number]): string => `/screens/${of}.${theme}.webp`
