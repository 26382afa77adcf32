// Cores that tasks run on: one's own, then the default ones. One's own come page after page, which a plan keeps to a few.
import { type Core, isHardwareClass } from '@credence/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { listQuery } from '../api/queries.ts'
import { OFFERED_CORES } from './draft.ts'

export function useCores(): { readonly cores: readonly Core[]; readonly isLoading: boolean } {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useInfiniteQuery(listQuery('listCores', { query: {} }))
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const cores = useMemo(
    () =>
      [...(data?.pages.flatMap((page) => page.Cores) ?? []), ...(OFFERED_CORES as readonly Core[])].filter(({ Class }) => !isHardwareClass(Class)),
    [data],
  )
  return { cores, isLoading: isPending || hasNextPage }
}

/** As a choice of cores shows one. */
export const coreLabel = ({ Name, Microarchitecture, Precision }: Core): string =>
  `${Name} · ${Microarchitecture === 'Bypass' ? 'plain numbers' : `${Microarchitecture} ${Precision}`}`
