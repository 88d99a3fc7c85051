import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import type { Places } from '@goldpan/places'
import { isSampleDataThere } from './sample-data.ts'

/** Beside this file in the sources as in the bundle. */
const PROGRAM = new URL(`./sample-data-process${extname(import.meta.url)}`, import.meta.url)

/** What the process is told; its address of the database stands in no list of processes this way. */
export interface SampleDataWork {
  databaseUrl: string
  port: number
}

/**
 * Imports what is missing of the sample data in a process that ends afterwards: what an import takes, a process that
 * serves would keep. The process stops with ours.
 */
export async function importSampleDataApart(places: Places, work: SampleDataWork): Promise<void> {
  if (await isSampleDataThere(places, work.port)) return
  const child = fork(PROGRAM, { serialization: 'advanced' })
  let failure: Error | undefined
  child.on('message', (message) => {
    failure = message as Error
  })
  child.send(work)
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  throw failure ?? new Error(`The import of the sample data ended with ${signal ?? code}`)
}
