import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg'

/** What searches ask the directory with. */
export interface Asker {
  query<Row extends QueryResultRow>(question: QueryConfig): Promise<{ rows: Row[] }>
}

/** More connections of one process only take the database's time from each other. */
const MOST = 2
/** Others wait for connections of the same pool: none is kept for longer than this, however much there is to ask. */
const KEPT_MS = 1000
/** So long a connection waits for another question. */
const IDLE_MS = 10

/** node-postgres looks at it before each query. While nothing is under way it may change. */
type Pipelined = PoolClient & { pipeline: boolean }

interface Pipeline {
  client: Promise<Pipelined>
  onError: () => void
  openedAt: number
  /** How many questions have not been answered yet. */
  open: number
  isBroken: boolean
  rest?: NodeJS.Timeout
}

/**
 * Asks over few connections, each of which is sent the next question before it has answered the last: nobody is woken up
 * for each, which takes as long as most answers do. The connections are the pool's, and go back as soon as nothing is
 * asked. Questions are single statements outside of transactions.
 */
export class Pipelines implements Asker {
  readonly #pool: Pick<Pool, 'connect'>
  readonly #pipelines = new Set<Pipeline>()

  constructor(pool: Pick<Pool, 'connect'>) {
    this.#pool = pool
  }

  async query<Row extends QueryResultRow>(question: QueryConfig): Promise<{ rows: Row[] }> {
    const pipeline = this.#choose()
    pipeline.open += 1
    try {
      const client = await pipeline.client
      return await client.query<Row>(question)
    } catch (error) {
      pipeline.isBroken = true
      throw error
    } finally {
      pipeline.open -= 1
      if (pipeline.open === 0) this.#rest(pipeline)
    }
  }

  /** The one with the least to do. */
  #choose(): Pipeline {
    const usable = [...this.#pipelines].filter((pipeline) => this.#isUsable(pipeline))
    const free = usable.find(({ open }) => open === 0)
    if (free === undefined && usable.length < MOST) return this.#open()
    return free ?? usable.reduce((least, one) => (one.open < least.open ? one : least))
  }

  #open(): Pipeline {
    const onError = () => {
      pipeline.isBroken = true
    }
    const client = this.#pool.connect().then((connected) => {
      connected.on('error', onError)
      return Object.assign(connected as Pipelined, { pipeline: true })
    })
    const pipeline: Pipeline = { client, onError, openedAt: performance.now(), open: 0, isBroken: false }
    this.#pipelines.add(pipeline)
    return pipeline
  }

  #rest(pipeline: Pipeline): void {
    clearTimeout(pipeline.rest)
    const giveBackIfIdle = () => {
      if (pipeline.open === 0) this.#giveBack(pipeline)
    }
    if (this.#isUsable(pipeline)) pipeline.rest = setTimeout(giveBackIfIdle, IDLE_MS)
    else giveBackIfIdle()
  }

  #isUsable({ isBroken, openedAt }: Pipeline): boolean {
    return !isBroken && performance.now() - openedAt < KEPT_MS
  }

  #giveBack(pipeline: Pipeline): void {
    clearTimeout(pipeline.rest)
    if (!this.#pipelines.delete(pipeline)) return
    const release = (client: Pipelined) => {
      client.pipeline = false
      client.off('error', pipeline.onError)
      client.release(pipeline.isBroken)
    }
    // One that never came was told to whoever asked for it.
    pipeline.client.then(release, () => undefined)
  }
}
