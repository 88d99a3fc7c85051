import { expect, test } from 'vitest'
import { compareDatabase, type DatabaseChange, isRestored, isTakeover } from './epoch.rules.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const row = (epoch: number, minutesAgo = 1, identity: string | null = 'disk') => ({
  place: 'here',
  epoch,
  identity,
  seen_at: new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
})
const mark = (epoch: number, identity = 'disk') => ({ place: 'here', epoch, identity })
const there = { ...mark(3), place: 'there' }

const DEAD = { hasDeadWorkers: true }
const ENDED = { hasDeadWorkers: false }

test.each<[string, ReturnType<typeof mark> | null, number[], DatabaseChange, typeof DEAD, boolean]>([
  ['a new installation', null, [], 'new', ENDED, false],
  ['an upgrade', mark(7), [7], 'new', DEAD, false],
  ['an upgrade in a new container', null, [7], 'new', DEAD, false],
  ['a folder and a database that went on together', mark(7), [7], 'same', DEAD, false],
  ['both after a restart', mark(7), [7], 'restarted', DEAD, false],
  ['a crash before the folder was written', mark(7), [8], 'restarted', DEAD, false],
  ["yesterday's database beside today's folder", mark(9), [7], 'restarted', DEAD, true],
  ["yesterday's rows in today's database", mark(9), [7], 'same', DEAD, true],
  ['a folder that was put back with its database', mark(7, 'copy'), [7], 'restarted', ENDED, true],
  ['a copied folder beside a database that ran on', mark(7, 'copy'), [7], 'same', DEAD, false],
  ['a new folder beside a database that ran on', null, [7], 'same', DEAD, false],
  ['a new folder after all was stopped', null, [7], 'restarted', ENDED, false],
  ['a new folder and a database whose workers were cut off', null, [7], 'restarted', DEAD, true],
  ['a folder that the database has never seen', there, [7], 'restarted', ENDED, true],
  ['a folder of another installation, whose database ran on', there, [7], 'same', DEAD, false],
])('%s', (_what, kept, epochs, change, workers, restored) => {
  const known = epochs.map((epoch) => row(epoch))
  expect(isRestored(kept, known, { change, ...workers })).toBe(restored)
})

const known = {
  system_identifier: '7712938584324751932',
  timeline: 1,
  database_oid: 16384,
  table_oid: 16500,
  server_started_at: '2026-03-01T09:00:00+00:00',
}

test.each<[string, Partial<typeof known> | Record<string, null>, DatabaseChange]>([
  ['nothing', {}, 'same'],
  ['a restart of the server', { server_started_at: '2026-03-02T08:00:00+00:00' }, 'restarted'],
  ['a replica that took over', { timeline: 2, server_started_at: '2026-03-01T10:00:00+00:00' }, 'switched'],
  ['a replica that was promoted twice', { timeline: 3 }, 'switched'],
  ['a dump in another database', { database_oid: 16999 }, 'other'],
  ['a dump that was restored in place', { table_oid: 17100 }, 'other'],
  ['another cluster', { system_identifier: '7712938584324751999', timeline: 1 }, 'other'],
  ['a right that was taken away', { system_identifier: null, timeline: null }, 'same'],
])('the database is recognized after %s', (_what, change, expected) => {
  expect(compareDatabase(known, { ...known, ...change })).toBe(expected)
})

test('a database without a known identity is new', () => {
  expect(compareDatabase(null, known)).toBe('new')
})

test('a takeover is told from a recovery of yesterday by the last heartbeat', () => {
  expect(isTakeover('switched', [row(7, 1)], now)).toBe(true)
  expect(isTakeover('switched', [row(7, 1440)], now)).toBe(false)
  expect(isTakeover('other', [row(7, 1)], now)).toBe(false)
})
