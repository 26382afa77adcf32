/** What was not loaded before the network went. */
export class OutOfReach extends Error {}

/** What is loaded is missing for want of a network, or gone: only then another version may have it, for which the router loads the page anew. */
export const inReach =
  <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded>) =>
  () =>
    load().catch((cause) => {
      throw navigator.onLine ? cause : new OutOfReach('There is no network.', { cause })
    })

/** Parts of a screen are loaded without `inReach`; browsers say each in its own words that a script did not come. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof OutOfReach || (error instanceof TypeError && /dynamically imported|module script/.test(error.message))
