import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { createDiskNotes } from './disk.ts'

const HOUR = 60 * 60_000

async function readAll(notes: ReturnType<typeof createDiskNotes>) {
  const ids: string[] = []
  for await (const batch of notes.read()) ids.push(...batch.map(({ id }) => id))
  return ids
}

test('what was accepted is known for a day, also to another process on the same folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-notes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const clock = createTestClock()
  const notes = createDiskNotes(folder, clock)
  expect(await readAll(notes)).toEqual([])
  await Promise.all(['a', 'b', 'c'].map((id) => notes.add({ id, message_id: null })))
  const other = createDiskNotes(folder, clock)
  expect((await readAll(other)).toSorted()).toEqual(['a', 'b', 'c'])
  const kept = join(folder, 'accepted-notes')
  const [file] = readdirSync(kept)
  appendFileSync(join(kept, file!), '{"id":"cut o')
  expect(await readAll(other), 'a line that was cut off is passed over').toHaveLength(3)
  clock.advance(23 * HOUR)
  await other.add({ id: 'd', message_id: 'given@server' })
  expect(await readAll(other)).toHaveLength(4)
  clock.advance(2 * HOUR)
  expect(await readAll(other)).toEqual(['d'])
  await other.add({ id: 'e', message_id: null })
  expect(readdirSync(kept), 'older files are deleted').toHaveLength(2)
})
