// A table of a page: wide ones scroll inside of themselves, and can then be reached by keyboard (WCAG 2.1.1).
import { type ComponentProps, useEffect, useRef, useState } from 'react'

export default function ScrollTable(props: ComponentProps<'table'>) {
  const box = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return (
    <section ref={box} className="scroll-table" aria-label={scrolls ? 'Table' : undefined} tabIndex={scrolls ? 0 : undefined}>
      <table {...props} />
    </section>
  )
}
