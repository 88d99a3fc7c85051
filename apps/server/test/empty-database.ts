import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `empty_${randomUUID().slice(0, 8)}`
  await withClient(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function withClient<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
