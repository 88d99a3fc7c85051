import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runMailCommand } from '../src/campaign-mail.ts'
import { FAMILIES } from './bounce-families.ts'
import { replyOf } from './messages.ts'

let folder: string
const lines: string[] = []
const errors: string[] = []
const run = async (...argv: string[]) => {
  lines.length = 0
  errors.length = 0
  const io = { out: (line: string) => lines.push(line), err: (line: string) => errors.push(line) }
  return runMailCommand(argv, io, '2026-11-27')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
  await mkdir(join(folder, 'inner'))
  await writeFile(join(folder, 'b.eml'), replyOf('Yes.\n\n> no'))
  await writeFile(join(folder, 'inner', 'a.eml'), FAMILIES[0]!.raw)
  await symlink(folder, join(folder, 'loop'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a folder prints one JSON line per message, sorted by name', async () => {
  expect(await run('classify', folder, '--json')).toBe(0)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      file: join(folder, 'b.eml'),
      kind: 'reply',
      recipients: [{ address: 'bo@bakery.example', class: null, status: null, action: null, reason: null }],
      reply_text: 'Yes.',
    },
    {
      file: join(folder, 'inner', 'a.eml'),
      kind: 'bounce',
      recipients: [
        {
          address: 'bo@bakery.example',
          class: 'hard',
          status: '5.1.1',
          action: 'failed',
          reason: 'user-unknown',
        },
      ],
    },
  ])
})

test('without --json a line is plain text', async () => {
  expect(await run('classify', join(folder, 'inner', 'a.eml'))).toBe(0)
  expect(lines[0]).toMatch(/a\.eml: bounce bo@bakery\.example hard 5\.1\.1 user-unknown$/)
})

test('an away note says until when', async () => {
  const away = join(folder, 'away.eml')
  await writeFile(
    away,
    replyOf('I am out of the office until 9 December.', { 'Auto-Submitted': 'auto-replied' }),
  )
  expect(await run('classify', away)).toBe(0)
  expect(lines[0]).toMatch(/auto-reply bo@bakery\.example auto-reply \(away until 2026-12-09\)$/)
  await run('classify', away, '--json')
  expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'auto-reply', says: 'away', away_until: '2026-12-09' })
  await rm(away)
})

test('labels prints precision and recall of each label over a file, and its mistakes (INBOX-18)', async () => {
  const file = join(folder, 'own.jsonl')
  const replies = [
    { label: 'stop', text: 'Please remove me from your list.' },
    { label: 'stop', text: 'Hm.' },
    { label: 'away', text: 'I am out of the office until 9 December.', automatic: true },
  ]
  await writeFile(file, replies.map((reply) => JSON.stringify(reply)).join('\n'))
  expect(await run('labels', file)).toBe(0)
  expect(lines).toContain('stop               2  precision 100.0%  recall  50.0%')
  expect(lines).toContain('away               1  precision 100.0%  recall 100.0%')
  expect(lines.at(-1)).toBe('stop, but labelled other: "Hm." (No rule was sure)')
  await writeFile(file, '{"label":"angry","text":"x"}')
  expect(await run('labels', file)).toBe(1)
  expect(errors[0]).toContain('line 1: No label angry')
  await rm(file)
})

test('a missing file, an unknown command and an unknown option exit with 1 and a message', async () => {
  expect(await run('classify', join(folder, 'none.eml'))).toBe(1)
  expect(errors[0]).toContain('none.eml')
  expect(await run('sort', folder)).toBe(1)
  expect(await run('classify')).toBe(1)
  expect(await run('classify', folder, '--yaml')).toBe(1)
  expect(errors[0]).toContain('--yaml')
})
