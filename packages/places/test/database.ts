import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
// Types of what the global setup provides.
import type {} from '../../../apps/server/test/postgres-for-tests.ts'
import { createPlaces, type Places } from '../src/places.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
export const SAMPLE = join(import.meta.dirname, '../sample/liechtenstein.osm.pbf')

export interface TestDirectory {
  pool: pg.Pool
  places: Places
}

/** A directory on an empty database of its own, dropped after the file's tests. */
export async function createTestDirectory(now = new Date('2026-08-01T12:00:00Z')): Promise<TestDirectory> {
  const url = new URL(inject('postgresUrl'))
  const name = `places_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await onServer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: own.href, max: 4 })
  // A closing connection may still hear that its database was dropped.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  for (const file of readdirSync(MIGRATIONS).sort())
    await pool.query(`begin; ${readFileSync(join(MIGRATIONS, file), 'utf8')}; commit`)
  afterAll(async () => {
    await pool.end()
    await onServer(url, `drop database ${name} with (force)`)
  })
  return { pool, places: createPlaces(pool, { now: () => now }) }
}

async function onServer(url: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The names on all pages of a search. */
export async function namesFound(
  places: Places,
  query: string,
  location: string | null = null,
): Promise<string[]> {
  const names: string[] = []
  let after: string | undefined
  do {
    const page = await places.search({ query, location, limit: 20, after })
    names.push(...page.places.map((place) => place.name))
    after = page.next ?? undefined
  } while (after !== undefined)
  return names
}
