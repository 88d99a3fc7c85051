import type { QueryClient, QueryKey } from '@tanstack/react-query'

interface OptimisticOptions<Data, Variables> {
  /** The cache key to change; with `everyPage` all keys below it too. */
  keyOf: (variables: Variables) => QueryKey
  everyPage?: boolean
  change: (data: Data, variables: Variables) => Data
  onRefused: (error: unknown, variables: Variables) => void
}

/**
 * An optimistic mutation: changes the cached data at once and restores it if the server refuses. Spread into useMutation
 * beside mutationFn.
 */
export function optimisticChange<Data, Variables>(
  client: QueryClient,
  { keyOf, everyPage = false, change, onRefused }: OptimisticOptions<Data, Variables>,
) {
  return {
    async onMutate(variables: Variables) {
      const filter = { queryKey: keyOf(variables), exact: !everyPage }
      await client.cancelQueries(filter)
      const before = client.getQueriesData<Data>(filter)
      for (const [key, data] of before)
        if (data !== undefined) client.setQueryData<Data>(key, change(data, variables))
      return { before }
    },
    onError(
      error: unknown,
      variables: Variables,
      context: { before: [QueryKey, Data | undefined][] } | undefined,
    ) {
      for (const [key, data] of context?.before ?? []) if (data !== undefined) client.setQueryData(key, data)
      onRefused(error, variables)
    },
  }
}
