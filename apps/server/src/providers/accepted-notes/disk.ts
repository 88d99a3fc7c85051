import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Clock } from '../clock/port.ts'
import type { AcceptedNote, AcceptedNotes } from './port.ts'

const KEEP_MS = 24 * 60 * 60_000
const BATCH = 1000

/** One file an hour and process in a folder that processes may share. Its name begins with the hour. */
export function createDiskNotes(dataDir: string, systemClock: Clock): AcceptedNotes {
  const folder = join(dataDir, 'accepted-notes')
  const own = `${randomUUID()}.jsonl`
  let hour = ''
  let prepared: Promise<void> = Promise.resolve()

  const listFiles = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13)
  const oldest = () => hourOf(systemClock.now().getTime() - KEEP_MS)

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true })
    for (const name of await listFiles()) if (name < oldest()) await rm(join(folder, name), { force: true })
  }

  return {
    async add(note) {
      const now = hourOf(systemClock.now().getTime())
      if (now !== hour) {
        hour = now
        prepared = prepare()
      }
      await prepared
      // A line that a full disk cut off must not take the next one with it.
      await appendFile(join(folder, `${now}-${own}`), `\n${JSON.stringify(note)}\n`)
    },
    async *read() {
      for (const name of await listFiles()) if (name >= oldest()) yield* readNotes(join(folder, name))
    },
  }
}

async function* readNotes(path: string): AsyncGenerator<AcceptedNote[]> {
  let batch: AcceptedNote[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const note = parse(line)
    if (note) batch.push(note)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Null if a crash or a full disk cut the line off. */
function parse(line: string): AcceptedNote | null {
  try {
    const { id, message_id } = JSON.parse(line)
    return typeof id === 'string'
      ? { id, message_id: typeof message_id === 'string' ? message_id : null }
      : null
  } catch {
    return null
  }
}
