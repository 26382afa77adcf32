// The drawing of `sparkPath`. Without a name: it repeats what the number beside it says.
export function Sparkline({ path, className = '' }: { readonly path: string; readonly className?: string }) {
  return (
    <svg className={`ux-spark ${className}`.trim()} viewBox="0 0 60 17" preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
