interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Answers many single calls with few transactions: what is asked while one runs, or within `gatherMs` of the first, is
 * taken together by the next, as in a database's group commit. One line per key.
 */
export function commitTogether<Item, Answer>(options: {
  keyOf: (item: Item) => string
  maxItems: number
  /** How long a call waits for company, in milliseconds. A transaction costs far more than an item of it. */
  gatherMs: number
  /** Whether nobody else can come, with so many waiting in all lines: then nobody waits for company. */
  isComplete?: (waiting: number) => boolean
  /** One answer an item, in their order. */
  commit: (items: Item[]) => Promise<Answer[]>
}): (item: Item) => Promise<Answer> {
  const lines = new Map<string, Waiting<Item, Answer>[]>()
  const gathering = new Set<() => void>()
  let waiting = 0

  /** Ends with the time, or as soon as all who can come are there. */
  const gather = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        gathering.delete(end)
        resolve()
      }
      const timer = setTimeout(end, options.gatherMs)
      gathering.add(end)
      endIfComplete()
    })

  function endIfComplete(): void {
    if (gathering.size > 0 && options.isComplete?.(waiting)) for (const end of gathering) end()
  }

  async function commitNext(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await options.commit(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function emptyLine(key: string, line: Waiting<Item, Answer>[]): Promise<void> {
    while (line.length > 0) {
      if (line.length < options.maxItems) await gather()
      const batch = line.splice(0, options.maxItems)
      waiting -= batch.length
      await commitNext(batch)
    }
    lines.delete(key)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = options.keyOf(item)
      const line = lines.get(key)
      const entry = { item, resolve, reject }
      waiting += 1
      if (line) {
        line.push(entry)
        return endIfComplete()
      }
      const opened = [entry]
      lines.set(key, opened)
      void emptyLine(key, opened)
    })
}
