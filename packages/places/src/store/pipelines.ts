import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg'

/** What searches ask the directory with. */
export interface Queryable {
  query<Row extends QueryResultRow>(question: QueryConfig): Promise<{ rows: Row[] }>
}

/** More connections of one process only take the database's time from each other. */
const MOST = 2
/** With those that are about to go back, but wait for an answer that does not come, as while an import takes effect. */
const MOST_IN_ALL = 4
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
  /** Whether questions are gathered that leave together. */
  isGathering: boolean
  rest?: NodeJS.Timeout
}

/**
 * Asks over few connections, each of which is sent the next question before it has answered the last: nobody is woken up
 * for each, which takes as long as most answers do. The connections are the pool's, and go back as soon as nothing is
 * asked. Questions are single statements outside of transactions.
 */
export class Pipelines implements Queryable {
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
      gather(pipeline, client)
      return await client.query<Row>(question)
    } catch (error) {
      pipeline.isBroken = true
      throw error
    } finally {
      pipeline.open -= 1
      if (pipeline.open === 0) this.#rest(pipeline)
    }
  }

  /** One with nothing to do, a new one, or the one with the least to do. */
  #choose(): Pipeline {
    const healthy = [...this.#pipelines].filter(({ isBroken }) => !isBroken)
    const usable = healthy.filter((pipeline) => this.#isUsable(pipeline))
    const free = usable.find(({ open }) => open === 0)
    if (free !== undefined) return free
    const mayOpen = usable.length < MOST && this.#pipelines.size < MOST_IN_ALL
    const [first, ...others] = usable.length > 0 ? usable : healthy
    if (mayOpen || first === undefined) return this.#open()
    return others.reduce((least, one) => (one.open < least.open ? one : least), first)
  }

  #open(): Pipeline {
    const onError = () => {
      pipeline.isBroken = true
    }
    const client = this.#pool.connect().then((connected) => {
      connected.on('error', onError)
      return Object.assign(connected as Pipelined, { pipeline: true })
    })
    const pipeline: Pipeline = {
      client,
      onError,
      openedAt: performance.now(),
      open: 0,
      isBroken: false,
      isGathering: false,
    }
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

/** What is asked until everybody who is awake has asked leaves as one message: each has its price in the kernel. */
function gather(pipeline: Pipeline, { connection: { stream } }: Pipelined): void {
  if (pipeline.isGathering) return
  pipeline.isGathering = true
  stream.cork()
  process.nextTick(() => {
    pipeline.isGathering = false
    stream.uncork()
  })
}
