// The example of the home page: a program, two sliders for how unsure its inputs are, and what it prints, moving as they are dragged.
// First painted from the run at build time; the engine comes with the first touch.
import { parseUx, type ValuePiece } from '@credence/distribution'
import { Sparkline } from '@credence/plot/sparkline'
import CodeBlock from '@site/src/components/CodeBlock'
import { useId, useState } from 'react'
import type { ShownExample } from '../../plugins/examples/results.ts'
import Curve from './Curve.tsx'
import styles from './home.module.css'
import { useLive } from './use-live.ts'

const ROAD = 32 // metres; the program says the same

export default function Demo({ result }: { result: ShownExample }) {
  const { live, run } = useLive(result)
  const [speed, setSpeed] = useState(3)
  const [grip, setGrip] = useState(0.15)
  const distance = live.stdout.find((piece): piece is ValuePiece => typeof piece !== 'string')
  // The ends of what is shown as `28.2 ± 3.8` are written to the same place.
  const place = distance?.stated.split(' ')[0]?.split('.')[1]?.length ?? 0
  const [low = '', , high = ''] = distance?.quantiles.map((end) => end.toFixed(place)) ?? []
  const plain = Number(/[\d.]+/.exec(result.plainStdout)?.[0])
  const move = (nextSpeed: number, nextGrip: number) => {
    setSpeed(nextSpeed)
    setGrip(nextGrip)
    void run([String(nextSpeed), String(nextGrip)])
  }
  return (
    <div className={styles.demo} data-example={result.id}>
      <div className={styles.source}>
        <CodeBlock language="c" title="braking.c: what it computes" html={partOf(result)} />
        <details className="furniture" data-markdown-ignore>
          <summary>The whole program</summary>
          <CodeBlock language="c" html={result.html} />
        </details>
      </div>
      <div className={styles.live}>
        <div className={`${styles.sliders} furniture`} data-markdown-ignore>
          <Slider
            name="How unsure is the speed?"
            text={`50 ± ${speed} km/h`}
            value={speed}
            min={0.5}
            max={8}
            step={0.5}
            onChange={(value) => move(value, grip)}
          />
          <Slider
            name="How unsure is the grip?"
            text={`${(0.7 - grip).toFixed(2)} to ${(0.7 + grip).toFixed(2)}`}
            value={grip}
            min={0.05}
            max={0.4}
            step={0.05}
            onChange={(value) => move(speed, value)}
          />
        </div>
        {distance ? (
          <Curve
            mixture={parseUx(distance.ux).mixture}
            from={10}
            to={60}
            limit={ROAD}
            plain={plain}
            unit="m"
            label={`Distribution of the stopping distance: 95 % of it between ${low} and ${high} metres. What lies beyond ${ROAD} metres is marked.`}
          />
        ) : null}
      </div>
      <div className={styles.prints}>
        <div>
          <h2>Plain C prints</h2>
          <pre>{result.plainStdout}</pre>
          <p>One number, and no doubt about it.</p>
        </div>
        <div className={styles.ours}>
          <h2>Credence prints</h2>
          <pre>
            <output>
              {live.stdout.map((piece, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
                <span key={place}>
                  {typeof piece === 'string' ? piece : piece.stated}
                  {typeof piece === 'string' || !piece.spark ? null : <Sparkline path={piece.spark} />}
                </span>
              ))}
            </output>
          </pre>
          <p>
            {distance ? (
              <>
                The distance carries its distribution: 95 % of it between {low} and {high}&nbsp;m.
              </>
            ) : null}
          </p>
        </div>
        <p className={styles.note} role="status">
          {live.problem ??
            (live.milliseconds === undefined
              ? 'Drag a slider: the program runs again, in this page.'
              : `Ran in this page in ${Math.round(live.milliseconds)} ms, one run, no loop.`)}
        </p>
      </div>
    </div>
  )
}

/** The first line, which says what it is about, and the lines from the first source to the last print: those that somebody reads first. */
function partOf({ source, html }: ShownExample): string {
  const lines = source.split('\n')
  const first = lines.findIndex((line) => line.includes('UxHw') && line.includes('='))
  const last = lines.findLastIndex((line) => line.includes('printf'))
  const shown = html.split('\n')
  return [shown[0], '', ...shown.slice(first, last + 1).map((line) => line.replace(/^ {2}/, ''))].join('\n')
}

interface SliderProps {
  readonly name: string
  readonly text: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
}
function Slider({ name, text, value, min, max, step, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{name}</label>
      <span aria-hidden="true">{text}</span>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}
