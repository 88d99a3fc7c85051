import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type BundledOptions, startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'

export const isRoot = process.getuid?.() === 0

/** A folder that only its owner may enter. Removed after the test, with a database that had to live elsewhere. */
export function newFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'goldpan-start-'))
  onTestFinished(() => {
    const elsewhere = locationOf(folder)
    if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export function locationOf(folder: string): string | undefined {
  const note = path.join(folder, 'postgres-location')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
}

/** Starts PostgreSQL on the folder, runs the statements, stops it. Returns the rows of the last statement. */
export async function visit(options: BundledOptions, ...statements: string[]): Promise<unknown[]> {
  const postgres = await startBundledPostgres(options)
  try {
    return await query(postgres.url, ...statements)
  } finally {
    await postgres.stop()
  }
}

export async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
