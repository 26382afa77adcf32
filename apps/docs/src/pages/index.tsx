// The home page: what uncertainty-tracking does, in one glance, and where to go from there.
import Link from '@docusaurus/Link'
import braking from '@site/.examples/home/braking.json'
import Layout from '@theme/Layout'
import type { ShownExample } from '../../plugins/examples/results.ts'
import CaseCards from '../cases/CaseCards.tsx'
import Demo from '../home/Demo.tsx'
import styles from '../home/home.module.css'
import Picture from '../home/Picture.tsx'

export default function Home() {
  return (
    <Layout description="Credence builds and runs ordinary C, C++ and Fortran so that every floating-point number can carry a whole probability distribution.">
      <main className={styles.home}>
        <header className={styles.opening}>
          <h1>Numbers that know how sure they are</h1>
          <p>
            Credence builds and runs ordinary C, C++ and Fortran so that every floating-point number can carry a whole probability distribution. The
            same source, one run, and the answer comes with its doubt.
          </p>
          <p className={styles.actions}>
            <Link className={styles.primary} to="/docs/api/quickstart/">
              Run your first program
            </Link>
            <Link className={styles.secondary} to="/docs/uxhw-api/">
              Learn UxHw in C
            </Link>
          </p>
        </header>
        <section aria-label="Example that runs in this page">
          <Demo result={braking as unknown as ShownExample} />
        </section>
        <section aria-labelledby="doors">
          <h2 id="doors">Three ways in</h2>
          <ul className={styles.doors}>
            {DOORS.map(({ to, title, text, picture }) => (
              <li key={to}>
                <Picture of={picture} />
                <h3>
                  <Link to={to}>{title}</Link>
                </h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="cases">
          <h2 id="cases">Worked cases, and what they print</h2>
          <CaseCards
            only={['Viscosity', 'Mass calibration', 'Comparison loss', 'Thermistor', 'RC filter', 'Option price', 'Projectile', 'Lifetime']}
          />
          <p>
            <Link to="/docs/platform/cases/">All worked cases</Link>, each beside published or exact figures. To evaluate a measurement, begin with{' '}
            <Link to="/docs/uxhw-api/gum/">GUM in Credence</Link>.
          </p>
        </section>
        <section aria-labelledby="how">
          <h2 id="how">How it works</h2>
          <ol className={styles.steps}>
            {STEPS.map(({ title, text, code }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
                <pre>
                  <code>{code}</code>
                </pre>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="compared">
          <h2 id="compared">Beside Monte Carlo</h2>
          <p className={styles.lead}>
            A Monte Carlo loop answers the same questions. It is the method to check ours against, and the two differ in what they ask of you.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
          <div className={styles.scroll} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <td />
                  <th scope="col">Monte Carlo loop</th>
                  <th scope="col">Credence</th>
                </tr>
              </thead>
              <tbody>
                {COMPARISON.map(([aspect, loop, ours]) => (
                  <tr key={aspect}>
                    <th scope="row">{aspect}</th>
                    <td>{loop}</td>
                    <td>{ours}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      </main>
    </Layout>
  )
}

const DOORS = [
  {
    to: '/docs/api/quickstart/',
    picture: 'request',
    title: 'Compute Engine API',
    text: 'Send source code over HTTP, get back outputs whose numbers are distributions, with plots and samples of them.',
  },
  {
    to: '/docs/platform/getting-started/',
    picture: 'terminal',
    title: 'Developer Platform',
    text: 'Build and run files and whole repositories from the command line, on your own machine or on a platform; run a platform of your own.',
  },
  {
    to: '/docs/uxhw-api/',
    picture: 'sources',
    title: 'Hardware API (UxHw)',
    text: 'The C functions that make a number uncertain and ask it questions. The page of each function has a program that you can edit and run.',
  },
] as const

const STEPS = [
  {
    title: 'Say what is uncertain',
    text: 'One call where a number enters the program: a distribution with its parameters, or your own samples.',
    code: 'double speed = UxHwDoubleGaussDist(50, 3);',
  },
  {
    title: 'Compute as always',
    text: 'Every operation carries the distribution along. A variable used twice is one variable: x − x is 0.',
    code: 'distance = reaction * speed +\n  speed * speed / (2 * grip * 9.81);',
  },
  {
    title: 'Read the answer',
    text: 'Print it as any number, and its distribution comes with it. Or ask for a quantile, a moment, a probability.',
    code: 'UxHwDoubleProbabilityGT(distance, 32)',
  },
] as const

// Rows: what is compared, the loop, ours. Source of the error law: standard error of a mean of n independent draws.
const COMPARISON = [
  ['The program', 'Wrapped in a loop that draws inputs and collects outputs', 'As it is; only the sources of uncertainty are named'],
  ['Runs', 'One for each draw', 'One, and one more for each path on which outcomes part at a branch'],
  [
    'Error of the result',
    'Falls with the square root of the draws: half the error, four times the runs',
    'Set by the precision of the core, whose samples fill the space of inputs more evenly than draws',
  ],
  ['Repeating it', 'Differs from seed to seed', 'Same program, core and inputs: same bytes'],
  ['Dependence', 'Exact, if every draw is used everywhere it belongs', 'Exact by construction: values that share a source stay aligned'],
  [
    'Where it is the better tool',
    'Very rare events: a loop draws for as long as you wait, a core has at most 65\u00a0536 samples',
    'A program that exists already, and results that others go on computing with',
  ],
] as const
