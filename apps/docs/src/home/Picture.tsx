// Small drawings of the three ways in: a request that comes back as a curve, a terminal that prints one, two sources that become a third.
import styles from './home.module.css'

export type PictureName = 'request' | 'terminal' | 'sources'

const BELL = 'c8 0 9 -26 18 -26s10 26 18 26'

export default function Picture({ of }: { readonly of: PictureName }) {
  return (
    <svg className={styles.picture} viewBox="0 0 220 64" aria-hidden="true">
      {DRAWINGS[of]}
    </svg>
  )
}

const DRAWINGS = {
  request: (
    <>
      <rect x="4" y="10" width="74" height="44" rx="5" className={styles.box} />
      <path d="M16 24h34M16 33h46M16 42h26" className={styles.line} />
      <path d="M88 32h34m-8-6 8 6-8 6" className={styles.arrow} />
      <path
        d={`M136 50${BELL.replaceAll('26', '36').replaceAll('18', '36').replaceAll('c8', 'c16').replaceAll(' 9 ', ' 18 ').replaceAll('s10', 's20')}`}
        className={styles.bell}
      />
      <path d="M132 50.5h84" className={styles.line} />
    </>
  ),
  terminal: (
    <>
      <rect x="4" y="6" width="212" height="52" rx="5" className={styles.box} />
      <path d="m16 20 6 5-6 5M28 30h10" className={styles.arrow} />
      <path d="M48 25h54M16 46h40M64 46h26" className={styles.line} />
      <path d={`M104 50${BELL}`} className={styles.bell} />
      <path d="M152 46h40" className={styles.line} />
    </>
  ),
  sources: (
    <>
      <path d="M8 26h4v-16h26v16h4" className={styles.bell} />
      <path d={`M8 58${BELL}`} className={styles.bell} />
      <path d="M54 20c16 0 18 12 32 12M54 48c16 0 18-14 32-14h26m-8-7 8 6-8 7" className={styles.arrow} />
      <path d="M124 54c20 0 20-42 38-42 14 0 12 42 50 42" className={styles.bell} />
      <path d="M120 54.5h96" className={styles.line} />
    </>
  ),
} as const satisfies Record<PictureName, unknown>
