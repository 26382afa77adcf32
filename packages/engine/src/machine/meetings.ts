/** For people whose core has no `+`: what it did to `A - A`. */
export function meetingsNotice(meetings: number): string {
  const times = meetings === 1 ? 'once' : `${meetings} times`
  return `credence: a value met itself, or another of the same origin, ${times}, and this core (CorrelationTracking Disable) took the two as independent: A - A is not 0 on it; cores whose names end in + keep what values share\n`
}
