import { expect, test } from 'vitest'
import { isRestored } from './epoch.rules.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const row = (epoch: number, minutesAgo = 1, identity: string | null = 'disk') => ({
  place: 'here',
  epoch,
  identity,
  seen_at: new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
})
const mark = (epoch: number, identity = 'disk') => ({ place: 'here', epoch, identity })

test.each([
  ['a new installation', null, [], false],
  ['a folder and a database that went on together', mark(7), [row(7)], false],
  ['a crash before the folder was written', mark(7), [row(8)], false],
  ['an outage of five days', mark(7), [row(7, 7200)], false],
  ["yesterday's database beside today's folder", mark(9), [row(7, 1440)], true],
  ['a folder that was put back with its database', mark(7, 'copy'), [row(7, 1440)], true],
  ["yesterday's database on a new machine", null, [row(7, 1440)], true],
  ['a new machine that joins a running installation', null, [row(7)], false],
  ['a folder that the database has never seen', { ...mark(3), place: 'there' }, [row(7)], true],
])('%s', (_what, kept, known, restored) => {
  expect(isRestored(kept, known, now)).toBe(restored)
})
