import type { QueryClient, QueryKey } from '@tanstack/react-query'

interface OptimisticOptions<Data, Variables> {
  /** What is cached under this key changes; with `everyPage` also what is cached below it. */
  keyOf: (variables: Variables) => QueryKey
  everyPage?: boolean
  change: (data: Data, variables: Variables) => Data
  onRefused: (error: unknown, variables: Variables) => void
}

/**
 * A change that shows at once: the cached data has it before the server has answered, and goes back when the server
 * refuses. Spread into useMutation beside mutationFn.
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
