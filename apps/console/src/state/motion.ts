// Whether things move: as the system says, or not at all.
import { remembered } from './remembered.ts'
import { createStore } from './store.ts'

export type Motion = 'system' | 'reduced'
const kept = remembered('credence.motion', 'system')
export const motion = createStore<Motion>(kept.read() === 'reduced' ? 'reduced' : 'system')

export function chooseMotion(choice: Motion): void {
  kept.write(choice)
  motion.set(choice)
}
const apply = (): void => {
  document.documentElement.dataset['motion'] = motion.get()
}
motion.subscribe(apply)
apply()
