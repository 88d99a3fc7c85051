import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDiskAcceptances } from './disk.ts'
import type { Acceptance } from './port.ts'

const OWNER = '11111111-1111-4111-8111-111111111111'
const WORKERS = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'] as const

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-accepted-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let messages = 0
const accepted = (worker_id: string = WORKERS[0], answer = '250 2.0.0 Ok'): Acceptance => {
  const id = `00000000-0000-4000-8000-${String(++messages).padStart(12, '0')}`
  return { id, owner_id: OWNER, worker_id, code: 250, answer }
}

async function leftIn(folder: string, alive: string[] = []): Promise<Acceptance[]> {
  const left: Acceptance[] = []
  await createDiskAcceptances(folder).takeLeft(alive, async (some) => void left.push(...some))
  return left
}

test('what a killed process noted is found by the next one, once, and what living ones noted is left alone (F1)', async () => {
  const folder = newFolder()
  const log = createDiskAcceptances(folder)
  const [first, second] = [
    accepted(),
    accepted(WORKERS[0], '250 queued as <1@mx.example> “später”\r\n\u0000'),
  ]
  const other = accepted(WORKERS[1])
  expect(log.note(first)).toBeTypeOf('function')
  log.note(second)
  createDiskAcceptances(folder).note(other)

  expect(await leftIn(folder, [...WORKERS])).toEqual([])
  expect(await leftIn(folder, [WORKERS[1]])).toEqual([first, second])
  expect(await leftIn(folder)).toEqual([other])
  expect(await leftIn(folder)).toEqual([])
})

test('what could not be settled is offered again, and a worker that goes on notes into empty files', async () => {
  const folder = newFolder()
  const log = createDiskAcceptances(folder)
  const noted = accepted()
  log.note(noted)
  const away = new Error('the database is away')
  await expect(log.takeLeft([], () => Promise.reject(away))).rejects.toBe(away)
  const settle = vi.fn(async () => undefined)
  await log.takeLeft([], settle)
  expect(settle).toHaveBeenCalledWith([noted])
  const next = accepted()
  log.note(next)
  expect(await leftIn(folder)).toEqual([next])
})

test('a worker that was taken for dead and whose files are gone notes into new ones', async () => {
  const folder = newFolder()
  const log = createDiskAcceptances(folder)
  const [first, second] = [accepted(), accepted()]
  log.note(first)
  expect(await leftIn(folder)).toEqual([first])
  await log.takeLeft([], () => Promise.reject(new Error('nothing is left')))
  log.note(second)
  expect(await leftIn(folder)).toEqual([second])
})

test('the files stay small however long a worker works, and whatever the database lacks stays in them', async () => {
  const folder = newFolder()
  const log = createDiskAcceptances(folder)
  const waiting: { entry: Acceptance; forget: () => void }[] = []
  for (let n = 0; n < 20_000; n++) {
    const entry = accepted()
    waiting.push({ entry, forget: log.note(entry)! })
    if (waiting.length > 300) waiting.shift()?.forget()
  }
  const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(bytes.length).toBe(2)
  expect(Math.max(...bytes)).toBeLessThan(400_000)
  const ids = new Set((await leftIn(folder)).map(({ id }) => id))
  expect(waiting.filter(({ entry }) => !ids.has(entry.id))).toEqual([])
})

test('with a database that is away for long no more is noted than a few megabytes', () => {
  const folder = newFolder()
  const log = createDiskAcceptances(folder)
  const long = 'x'.repeat(2000)
  let noted = 0
  while (noted < 10_000 && log.note(accepted(WORKERS[0], long)) !== null) noted += 1
  expect(noted).toBeGreaterThan(1000)
  expect(noted).toBeLessThan(10_000)
})

test('lines that are cut off or of something else are passed over, and a folder that can not be written keeps nothing', async () => {
  const folder = newFolder()
  const entry = accepted()
  const lines = ['', '{"id": "00000', JSON.stringify(entry), '7', '{}', JSON.stringify({ ...entry, id: 5 })]
  writeFileSync(join(folder, `${WORKERS[0]}.0.jsonl`), lines.join('\n'))
  writeFileSync(join(folder, 'notes.txt'), 'something else')
  expect(await leftIn(folder)).toEqual([entry])
  expect(readdirSync(folder)).toEqual(['notes.txt'])

  const file = join(folder, 'notes.txt')
  chmodSync(file, 0o400)
  expect(createDiskAcceptances(file).note(accepted())).toBeNull()
  expect(await leftIn(file)).toEqual([])
})
