/** Rows of the final size, for what takes longer than a moment; they appear after 200 ms. */
export function Waiting({ rows }: { readonly rows: number }) {
  return (
    <div className="waiting" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} />
      ))}
    </div>
  )
}
