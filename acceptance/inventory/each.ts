const AT_ONCE = 6

/** A few at a time. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const queue = [...items].reverse()
  const one = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
