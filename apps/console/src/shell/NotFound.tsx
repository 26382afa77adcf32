import { Link } from '@tanstack/react-router'
import { useTitle } from '../state/title.ts'

export function NotFound() {
  useTitle('Page not found')
  return (
    <section className="panel">
      <h1>Page not found</h1>
      <p>
        There is nothing at this address of the console. <Link to="/">Go to Home</Link>.
      </p>
    </section>
  )
}
