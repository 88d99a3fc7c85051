import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'

const PER_NETWORK = 250
const MOST = 6000

export interface Websites {
  hostOf(n: number): string
  /** All of them, for CRAWL_ALLOW_PRIVATE. */
  allowed: string
  close(): void
}

/** A website for each business, on a loopback address of its own, which answers after a moment. */
export async function startWebsites(pageMs: number): Promise<Websites> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    setTimeout(() => {
      response.setHeader('content-type', 'text/html')
      response.end('<h1>Shop</h1><p>Write to <a href="mailto:info@shop.example">info@shop.example</a></p>')
    }, pageMs)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hostOf = (n: number) => `127.1.${1 + Math.floor(n / PER_NETWORK)}.${1 + (n % PER_NETWORK)}:${port}`
  return {
    hostOf,
    allowed: Array.from({ length: MOST }, (_, n) => hostOf(n)).join(','),
    close: () => void server.close(),
  }
}

let used = 0

/** A gathering that waits, of somebody of their own, written straight into the tables: the bench is about turns. */
export async function queueGathering(
  pool: Pick<pg.Pool, 'query'>,
  { hostOf }: Websites,
  count: number,
): Promise<string> {
  const [owner, table, job] = [randomUUID(), randomUUID(), randomUUID()]
  const hosts = Array.from({ length: count }, (_, n) => hostOf(used + n))
  used += count
  await pool.query(
    `insert into users (id, email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
     values ($1::uuid, ($1::uuid)::text || '@customer.example', 'Pat', 'Bench', 'none', 'premium', now(), now())`,
    [owner],
  )
  await pool.query(
    `insert into business_tables (id, owner_id, name, query, created_at) values ($1, $2, 'Shops', 'shop', now())`,
    [table, owner],
  )
  await pool.query(
    `insert into gathering_jobs (id, owner_id, table_id, status, total, created_at) values ($1, $2, $3, 'pending', $4, now())`,
    [job, owner, table, count],
  )
  await pool.query(
    `with saved as (
       insert into businesses (owner_id, table_id, place_id, position, name, address, website, created_at, updated_at)
       select $1, $2, 'osm:node/' || host, n, 'Shop ' || n, 'Main Street', 'http://' || host || '/', now(), now()
       from unnest($4::text[]) with ordinality given (host, n) returning id, position, website)
     insert into gathering_items (owner_id, job_id, business_id, position, state, host)
     select $1, $3, id, position, 'queued', website from saved`,
    [owner, table, job, hosts],
  )
  return job
}
