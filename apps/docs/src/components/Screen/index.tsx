// A picture of the console in the theme of the page, larger where it is followed. Only the one that is shown is fetched, once it is near.
import { SCREEN_SIZE, SCREEN_THEMES, screenPath } from '../../../plugins/pictures/screens.ts'
import styles from './styles.module.css'

interface ScreenProps {
  /** Name of the state: acceptance/console-pictures/states.ts. */
  readonly of: string
  /** What is to be seen, for who does not see it. */
  readonly alt: string
}
export default function Screen({ of, alt }: ScreenProps) {
  return (
    <figure className={`${styles.screen} furniture`} data-markdown-ignore>
      {SCREEN_THEMES.map((theme) => (
        <a key={theme} href={screenPath(of, theme)} className={styles[theme]} target="_blank" rel="noreferrer">
          <img src={screenPath(of, theme)} alt={alt} {...SCREEN_SIZE} loading="lazy" decoding="async" />
        </a>
      ))}
    </figure>
  )
}
