import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/empty-database.ts'
import { startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readCampaign } from '../../../test/written-campaign.ts'
import { restoreBackup } from '../../db/backup/restore-backup.ts'
import { takeBackup } from '../../db/backup/take-backup.ts'
import { createFakeMark } from '../../providers/installation-mark/fake.ts'

const folder = await mkdtemp(join(tmpdir(), 'goldpan-restored-'))
afterAll(() => rm(folder, { recursive: true }))
const dataDir = join(folder, 'data')
await mkdir(dataDir)

test('after a restored backup nothing leaves before the operator says so, and nobody gets a follow-up twice (FOLLOW-41)', async () => {
  const before = await startTestApp()
  const sequences = createSequences(before)
  const { start, goTo, sentTo } = sequences
  await sequences.setPace(before.alice)
  const { id, emails } = await start(before.alice, 2, [{}, {}, {}, { wait_days: 3 }])
  // Somebody whose follow-up is in the queue when the backup is taken.
  const late = await start(before.bob, 2)
  await sequences.setPace(before.alice)
  await sequences.setPace(before.bob, { gap_from_seconds: 600, gap_to_seconds: 600 })
  await goTo('2026-03-03T09:00')
  const sent = (of: string[]) => of.map((email) => sentTo(email).length).toSorted()
  expect([sent(emails), sent(late.emails)]).toEqual([
    [2, 2],
    [1, 2],
  ])
  const { url } = before.app.database
  const backup = join(folder, 'backup')
  await takeBackup({ databaseUrl: url, dataDir }, backup, before.clock.now().toISOString())

  // After the backup: the rest of the queue, and the second and third follow-ups.
  await goTo('2026-03-03T09:30')
  await goTo('2026-03-04T09:00')
  await goTo('2026-03-05T09:00')
  expect([sent(emails), sent(late.emails)]).toEqual([
    [4, 4],
    [2, 2],
  ])

  const databaseUrl = await emptyDatabase()
  await restoreBackup({ databaseUrl, dataDir: join(folder, 'restored'), isBundled: false }, backup)
  // A new data folder, which knows nothing.
  const after = await startTestApp({ ports: { mail: before.mail }, databaseUrl })
  const restored = createSequences({ ...after, mail: before.mail })
  after.clock.set('2026-03-05T12:00:00.000Z')
  // Even if the operator is quick.
  await after.app.features.sendingCare.epoch.check()
  await after.app.features.sendingCare.epoch.lift(after.app.database.db)
  expect(await after.app.features.sendingCare.epoch.findHold()).toMatch(/^Sending is paused/)
  await restored.wake()
  await restored.wake()
  expect([sent(emails), sent(late.emails)]).toEqual([
    [4, 4],
    [2, 2],
  ])
  expect((await readCampaign(after.bob, late.id)).status).toBe('completed')
  // A follow-up due later leaves on its day: three working days after the third.
  await restored.goTo('2026-03-09T09:00')
  expect(sent(emails)).toEqual([4, 4])
  await restored.goTo('2026-03-10T09:00')
  expect(sent(emails)).toEqual([5, 5])
  expect((await readCampaign(after.alice, id)).status).toBe('completed')
})

test('until the operator resumes sending, follow-ups that fall due wait; then each leaves once (FOLLOW-41)', async () => {
  const mark = createFakeMark()
  const before = await startTestApp({ ports: { mark } })
  const { start, setPace } = createSequences(before)
  await setPace(before.alice)
  const { id, emails } = await start(before.alice, 2)
  // Another process, whose folder is ahead of its database.
  mark.kept!.epoch += 5
  const after = await startTestApp({
    ports: { mark, mail: before.mail },
    databaseUrl: before.databaseUrl,
  })
  const { goTo, wake, sentTo } = createSequences({ ...after, mail: before.mail })
  const sent = () => emails.map((email) => sentTo(email).length)
  await goTo('2026-03-02T12:00')
  await goTo('2026-03-03T09:00')
  expect(sent()).toEqual([1, 1])
  expect((await readCampaign(after.alice, id)).follow_ups).toMatchObject({ waiting: 2 })
  expect(await after.app.features.sendingCare.epoch.lift(after.app.database.db)).toBe(true)
  await wake()
  await wake()
  expect(sent()).toEqual([2, 2])
})
