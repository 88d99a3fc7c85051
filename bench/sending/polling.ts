/** Many screens that ask how far a send is, every two seconds each. */
export interface Polling {
  /** Answers how long the answers took, in milliseconds, and how many there were. */
  stop(): Promise<{ p95: number; answers: number }>
}

const EVERY_MS = 2000

export function startPolling(url: string, cookie: string, clients: number): Polling {
  const took: number[] = []
  let isOver = false

  async function watch(client: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, (client / clients) * EVERY_MS))
    while (!isOver) {
      const begun = performance.now()
      const answer = await fetch(url, { headers: { cookie } })
      await answer.text()
      if (answer.status !== 200) throw new Error(`The progress answered ${answer.status}`)
      took.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS - (performance.now() - begun)))
    }
  }

  const all = Promise.all(Array.from({ length: clients }, (_, client) => watch(client)))
  return {
    async stop() {
      isOver = true
      await all
      const sorted = took.toSorted((a, b) => a - b)
      return { p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, answers: sorted.length }
    },
  }
}
