// All laws side by side.
import type { ReactNode } from 'react'
import styles from './laws.module.css'

export default function LawCards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
