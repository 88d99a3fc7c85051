import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Acceptance, AcceptanceLog } from './port.ts'

/** A file that is so long gives way to the other one as soon as the database has all that is in that. */
const TURN_BYTES = 256 * 1024
/** Where the database takes nothing for long, no more is noted than this. */
const MOST_BYTES = 8 * 1024 * 1024

const acceptance = z.object({
  ...{ id: z.uuid(), owner_id: z.uuid(), worker_id: z.uuid() },
  ...{ code: z.int().min(0).max(999).nullable(), answer: z.string().max(10_000) },
})

const FILE_NAME = /^([0-9a-f-]{36})\.[01]\.jsonl$/

/** One of the two files that a worker fills in turn. */
interface Page {
  descriptor: number
  bytes: number
  /** What is in it and not in the database yet. */
  unwritten: number
}

/** Lines of JSON in two files a worker, `<worker id>.0.jsonl` and `.1.jsonl`, in a folder. */
export function createDiskAcceptances(folder: string): AcceptanceLog {
  let own: { worker_id: string; pages: [Page, Page] } | undefined

  function open(worker_id: string): [Page, Page] {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const page = (number: number): Page => ({
      descriptor: openSync(join(folder, `${worker_id}.${number}.jsonl`), 'a', 0o600),
      ...{ bytes: 0, unwritten: 0 },
    })
    return [page(0), page(1)]
  }

  function pageFor(worker_id: string): Page {
    if (own?.worker_id !== worker_id) own = { worker_id, pages: open(worker_id) }
    const { pages } = own
    if (pages[0].bytes >= TURN_BYTES && pages[1].unwritten === 0) {
      empty(pages[1])
      pages.reverse()
    }
    return pages[0]
  }

  async function settleFiles(
    worker_id: string,
    names: string[],
    settle: (left: Acceptance[]) => Promise<void>,
  ) {
    const pages = worker_id === own?.worker_id ? own.pages : []
    if (pages.length > 0 && pages.every(({ unwritten }) => unwritten === 0)) return pages.forEach(empty)
    // Another worker may have been quicker.
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(ifGone)))
    const left = texts.flatMap(parse).filter((one) => one.worker_id === worker_id)
    if (left.length > 0) await settle(left)
    pages.forEach(empty)
    if (pages.length === 0) for (const name of names) await rm(join(folder, name), { force: true })
  }

  return {
    note(entry) {
      try {
        const page = pageFor(entry.worker_id)
        // A line that was cut off for want of room ends where the next one begins.
        const line = Buffer.from(`\n${JSON.stringify(entry)}`)
        if (page.bytes + line.length > MOST_BYTES) return null
        const written = writeSync(page.descriptor, line)
        page.bytes += written
        if (written < line.length) return null
        page.unwritten += 1
        return () => {
          page.unwritten -= 1
        }
      } catch {
        return null
      }
    },

    async takeLeft(alive, settle) {
      // Taken for dead by another, which has settled what was in them.
      if (own?.pages.some(({ descriptor }) => fstatSync(descriptor).nlink === 0)) {
        for (const { descriptor } of own.pages) closeSync(descriptor)
        own = undefined
      }
      const names = await readdir(folder).catch(() => [])
      const byWorker = Map.groupBy(names, (name) => FILE_NAME.exec(name)?.[1] ?? '')
      for (const [worker_id, files] of byWorker)
        if (worker_id !== '' && !alive.includes(worker_id)) await settleFiles(worker_id, files, settle)
    },
  }
}

function ifGone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

function empty(page: Page): void {
  ftruncateSync(page.descriptor, 0)
  page.bytes = 0
  page.unwritten = 0
}

/** Lines that are no acceptances, as one that a full disk cut off, are passed over. */
function parse(text: string): Acceptance[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [acceptance.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}
