// Which of the things that begin one after the other an address is behind.

export interface Start {
  readonly from: number
}

/** Index of the last that begins at or before `address`, or -1; `starts` ascend. */
export function lastFrom(starts: readonly Start[], address: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]!.from <= address) low = middle + 1
    else high = middle
  }
  return low - 1
}
