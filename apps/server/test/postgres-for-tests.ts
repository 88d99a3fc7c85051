import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { type BundledPostgres, startBundledPostgres } from '../src/db/bundled/bundled-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Database that no test writes to; its user may create databases. */
    postgresUrl: string
  }
}

const KEY = Symbol.for('goldpan.postgres-for-tests')

interface Shared {
  users: number
  server: Promise<{ postgres: BundledPostgres; folder: string }>
}

/** One server for all test projects of a run. The first project starts it, the last one to finish removes it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = claim()
  const { postgres } = await shared.server
  const url = new URL(postgres.url)
  // On a busy machine a connection can take longer than users would wait for one.
  url.searchParams.set('connect_timeout', '60')
  project.provide('postgresUrl', url.href)
  return () => release(shared)
}

function claim(): Shared {
  // Each project loads its own copy of this module, so the shared state is on `globalThis`.
  const holder = globalThis as { [KEY]?: Shared }
  holder[KEY] ??= { users: 0, server: start() }
  holder[KEY].users += 1
  return holder[KEY]
}

async function start(): Promise<{ postgres: BundledPostgres; folder: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-tests-'))
  // Lets the user in that PostgreSQL runs as when the tests run as root.
  chmodSync(folder, 0o755)
  try {
    return { postgres: await startBundledPostgres({ dataDir: folder, durable: false }), folder }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function release(shared: Shared): Promise<void> {
  shared.users -= 1
  if (shared.users > 0) return
  const { postgres, folder } = await shared.server
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
