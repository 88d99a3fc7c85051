import type { Paged } from '@goldpan/contract/route'
import type { InfiniteData } from '@tanstack/react-query'

/** The loaded pages of a list, as useInfiniteQuery keeps them. */
export type Pages<Answer> = InfiniteData<Paged<Answer>, string | undefined>

/** Cursor options for useInfiniteQuery. */
export const pageParams = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Paged<unknown>) => last.next_cursor ?? undefined,
}

/** Changes every page's answer, and its total by `countBy`. */
export function mapPages<Answer>(
  data: Pages<Answer>,
  change: (answer: Answer) => Answer,
  countBy = 0,
): Pages<Answer> {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      answer: change(page.answer),
      total: page.total === null ? null : page.total + countBy,
    })),
  }
}

/** Keeps only the first page, so that refetching the list is one call. */
export const firstPage = <Answer>(data: Pages<Answer> | undefined): Pages<Answer> | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
