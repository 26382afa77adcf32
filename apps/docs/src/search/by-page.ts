// How hits are grouped, in the pop-up as on the search page.

/** Further ones are on the page itself. */
export const SECTIONS_OF_A_PAGE = 3
