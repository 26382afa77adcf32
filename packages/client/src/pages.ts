interface Page {
  readonly ContinuationKey?: string
}
/** The items of a list, asking for the next page when the one before is used up. */
export async function* pages<Answer extends Page | undefined, Item>(
  ask: (startKey?: string) => Promise<Answer>,
  items: (page: Answer) => readonly Item[],
): AsyncGenerator<Item> {
  let startKey: string | undefined
  do {
    const page = await ask(startKey)
    yield* items(page)
    startKey = page?.ContinuationKey
  } while (startKey)
}
