import type { Paged } from '@goldpan/contract/route'
import type { InfiniteData } from '@tanstack/react-query'

/** The pages of a list that are here, as useInfiniteQuery keeps them. */
export type Pages<Answer> = InfiniteData<Paged<Answer>, string | undefined>

/** For useInfiniteQuery: where a page begins. */
export const pageParams = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Paged<unknown>) => last.next_cursor ?? undefined,
}

/** Every page's answer after a change; the number of rows in all follows by so many. */
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

/** Only the first page: asking for the list again then costs one call, however far somebody had read. */
export const firstPage = <Answer>(data: Pages<Answer> | undefined): Pages<Answer> | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
