/** The sign of Credence in the accent of the theme; `mark.svg` is that of the browser's tab. The name stands beside it. */
export const Mark = ({ size }: { readonly size: number }) => (
  <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <path d="M3 26c6 0 6.5-20 13-20s7 20 13 20" fillOpacity=".18" />
    <path d="M16 6v20" fill="none" />
  </svg>
)
