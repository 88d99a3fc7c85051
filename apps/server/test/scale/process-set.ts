import { type ProductProcess, startProduct } from '../product-process.ts'
import { findFreePorts } from './free-ports.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'

/** One process of an installation. A restart keeps its name and port. */
export interface Member {
  name: string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** An installation of several processes on one database, behind a proxy. */
export interface ProcessSet {
  url: string
  proxy: RoundRobin
  webs: (Member & { port: number })[]
  workers: Member[]
  inbounds: Member[]
  all: Member[]
  stop(): Promise<void>
}

/** Starts two web, three worker and one inbound process at the same time. */
export async function startProcessSet(
  environment: Record<string, string>,
  options: { port?: number } = {},
): Promise<ProcessSet> {
  const [first = 0, second = 0, inboundPort = 0] = await findFreePorts(3)
  const proxy = await startRoundRobin([first, second], options.port)
  const shared = {
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    INBOUND_SMTP_PORT: String(inboundPort),
    // Long enough for work in progress to end on a busy machine.
    STOP_SECONDS: '60',
    ...environment,
  }
  const web = (port: number, n: number) => ({
    port,
    ...createMember(`web ${n}`, { ...shared, ROLES: 'web', PORT: String(port), DRAIN_SECONDS: '2' }),
  })
  const webs = [web(first, 1), web(second, 2)]
  const workers = [1, 2, 3].map((n) => createMember(`worker ${n}`, { ...shared, ROLES: 'worker' }))
  const inbounds = [createMember('inbound', { ...shared, ROLES: 'inbound' })]
  const all = [...webs, ...workers, ...inbounds]
  await Promise.all(all.map((member) => member.start()))
  return {
    url: proxy.url,
    proxy,
    webs,
    workers,
    inbounds,
    all,
    async stop() {
      await proxy.close()
      await Promise.all(all.map((member) => member.kill()))
    },
  }
}

function createMember(name: string, environment: Record<string, string>): Member {
  let process: ProductProcess | null = null
  const take = () => {
    const taken = process
    process = null
    return taken
  }
  return {
    name,
    async start() {
      process = await startProduct(environment)
    },
    kill: async () => take()?.kill(),
    stop: async () => (await take()?.stop()) ?? null,
  }
}
