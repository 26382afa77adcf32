// Writes what was told into answers that are there.
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes the answers below `queryKey`. They stay as old as they are, and those that are to be asked for again still are: who was told of one row, or of a status
 * alone, knows nothing of the rest. `setQueryData` calls what it writes fresh, also where nothing changes.
 * @param change  returns the same object where it changes nothing
 */
export function amend<Data>(queries: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state
    if (data === undefined) continue
    const next = change(data as Data)
    if (next === data) continue
    queries.setQueryData(query.queryKey, next, { updatedAt })
    if (isInvalidated) query.invalidate()
  }
}
