/** In place of react-dom/server in browsers, where the islands of a page are there already (plugins/islands). */
export function renderToString(): string {
  throw new Error('an island was rendered as text in a browser; only the build does that')
}
