import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * A delete that shows at once: the cached data loses the row before the server has answered, and gets it back when
 * the server refuses. Spread into useMutation beside mutationFn.
 */
export function optimisticDelete<Data, Variables>(
  client: QueryClient,
  options: {
    keyOf: (variables: Variables) => QueryKey
    without: (data: Data, variables: Variables) => Data
    onRefused: (error: unknown, variables: Variables) => void
  },
) {
  return {
    async onMutate(variables: Variables) {
      const key = options.keyOf(variables)
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<Data>(key)
      if (before !== undefined) client.setQueryData<Data>(key, options.without(before, variables))
      return { key, before }
    },
    onError(
      error: unknown,
      variables: Variables,
      context: { key: QueryKey; before: Data | undefined } | undefined,
    ) {
      if (context?.before !== undefined) client.setQueryData(context.key, context.before)
      options.onRefused(error, variables)
    },
  }
}
