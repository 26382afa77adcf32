// Areas of the documentation, as the records of the index are tagged.

/** @param area  as in `/docs/api/` */
export const tagOf = (area: string): string => `docs-${area}-current`
