// The address of a site that a platform serves: known only when a page is asked for, so the build leaves a placeholder.

/** In place of the site's own address; the platform that serves the folder puts its own. `.invalid` never resolves (RFC 2606 §2). */
export const PLACEHOLDER_ORIGIN = 'https://site.invalid'
