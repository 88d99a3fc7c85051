import {
  IMPORT_POLL_MS,
  type ImportJob,
  type ImportKind,
  importRoutes,
  isActiveImport,
  type RowState,
} from '@goldpan/contract/imports'
import type { CallInput } from '@goldpan/contract/route'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '../../lib/goldpan-api.ts'
import { pageParams } from '../../lib/paged.ts'

const importKey = (id: string) => ['imports', id] as const

/** An import, polled while it runs. */
export const useImport = (id: string | undefined) =>
  useQuery({
    queryKey: importKey(id ?? ''),
    queryFn: () => call(importRoutes.get, { params: { id: id! } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isActiveImport(state.data.status) ? IMPORT_POLL_MS : false,
    refetchIntervalInBackground: true,
  })

/** Every import call returns the updated import. */
function useImportCall<Variables>(run: (variables: Variables) => Promise<ImportJob>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (job) => {
      client.setQueryData(importKey(job.id), job)
      void client.invalidateQueries({ queryKey: ['running'] })
    },
  })
}

export const useUpload = (kind: ImportKind) =>
  useImportCall((file: File) =>
    call(importRoutes.upload, { body: { kind }, file, fileName: file.name }, { timeoutMs: 300_000 }),
  )

export const useReread = (id: string) =>
  useImportCall((encoding: string) =>
    call(importRoutes.reread, { params: { id }, body: { encoding } }, { timeoutMs: 300_000 }),
  )

export const useCheck = (id: string) =>
  useImportCall((body: CallInput<typeof importRoutes.check>['body']) =>
    call(importRoutes.check, { params: { id }, body }),
  )

export const useStart = (id: string) =>
  useImportCall((body: CallInput<typeof importRoutes.start>['body']) =>
    call(importRoutes.start, { params: { id }, body }),
  )

export const useCancel = (id: string) => useImportCall(() => call(importRoutes.cancel, { params: { id } }))

/** Rows of a file in one state, page by page. */
export const useRows = (id: string, state: RowState) =>
  useInfiniteQuery({
    queryKey: [...importKey(id), 'rows', state],
    queryFn: ({ pageParam }) =>
      callPage(importRoutes.listRows, { params: { id }, query: { state, limit: 50, cursor: pageParam } }),
    ...pageParams,
    staleTime: 0,
  })
