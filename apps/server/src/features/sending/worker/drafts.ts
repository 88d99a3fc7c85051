import { setImmediate } from 'node:timers/promises'

/**
 * Messages that are built before their turn comes: while those before them wait for the database or for a mail server,
 * the process has time. At most `most` are kept.
 */
export function createDrafts<Row extends { id: string }, Draft>(options: {
  most: number
  /** Those whose turn comes next, in about this order. */
  listNext: (count: number) => readonly Row[]
  build: (row: Row) => Promise<Draft>
}) {
  const drafts = new Map<string, Promise<Draft>>()
  let isBuilding = false

  const findNext = (): Row | undefined =>
    drafts.size < options.most ? options.listNext(options.most).find(({ id }) => !drafts.has(id)) : undefined

  /** One at a time, after whatever else has come in: answers of mail servers wait for nothing. */
  async function buildAll(): Promise<void> {
    while (findNext()) {
      await setImmediate()
      const row = findNext()
      if (!row) return
      const draft = options.build(row)
      // A failure is met when the message's turn comes.
      draft.catch(() => undefined)
      drafts.set(row.id, draft)
    }
  }

  return {
    prepare(): void {
      if (isBuilding) return
      isBuilding = true
      void buildAll().finally(() => {
        isBuilding = false
      })
    },

    take(row: Row): Promise<Draft> {
      const draft = drafts.get(row.id)
      drafts.delete(row.id)
      return draft ?? options.build(row)
    },

    clear: (): void => drafts.clear(),
  }
}
