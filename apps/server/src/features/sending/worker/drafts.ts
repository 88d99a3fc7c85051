import { setImmediate } from 'node:timers/promises'

/** Senders, keys and what is recorded may change meanwhile: an older draft is not used. */
const FRESH_MS = 1000

/**
 * Messages that are built before their turn comes: while those before them wait for the database or for a mail server,
 * the process has time. At most `most` are kept.
 */
export function createDrafts<Row extends { id: string }, Draft>(options: {
  most: number
  /** Those whose turn comes next, in about this order. */
  listNext: (count: number) => readonly Row[]
  build: (row: Row) => Promise<Draft>
  now?: () => number
}) {
  const { now = () => performance.now() } = options
  const drafts = new Map<string, { draft: Promise<Draft>; built: number }>()
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
      drafts.set(row.id, { draft, built: now() })
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
      const known = drafts.get(row.id)
      drafts.delete(row.id)
      return known && now() - known.built < FRESH_MS ? known.draft : options.build(row)
    },

    clear: (): void => drafts.clear(),
  }
}
