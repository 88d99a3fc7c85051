import { expect, onTestFinished, test } from 'vitest'
import { withClient } from '../../../test/empty-database.ts'
import { startTestApp } from '../../../test/harness.ts'
import type { Letter } from '../../letters/letter.ts'
import { createFakeNotes } from '../../providers/accepted-notes/fake.ts'
import { createFakeMark } from '../../providers/installation-mark/fake.ts'
import type { InstallationMark } from '../../providers/installation-mark/port.ts'
import { createEpoch } from './epoch.ts'

const { app, clock, query, databaseUrl } = await startTestApp()

/** The guard of a process of its own. */
function startGuard(mark: InstallationMark = createFakeMark(), notes = createFakeNotes()) {
  const logged: string[] = []
  const letters: Letter[] = []
  const unreadable: string[] = []
  const epoch = createEpoch({
    db: app.database.db,
    systemClock: clock,
    mark,
    notes,
    letters: { send: async (_tx, letter) => void letters.push(letter) },
    operatorEmail: 'operator@goldpan.example',
    onHold: (sentence) => logged.push(sentence),
    onUnreadable: () => unreadable.push('identity'),
  })
  return { epoch, logged, letters, unreadable }
}

const isHeldBySql = async () => (await query<{ held: boolean }>('select is_sending_held() as held'))[0]?.held

const RESTART = "server_started_at = server_started_at - interval '1 day'"

/** What a process sees once another server answers: the row that came with the data names the one before. */
const pretend = (was: string) => query(`update database_identity set ${was}, ${RESTART}`)

async function startAfresh(): Promise<void> {
  await query('delete from installation_holds')
  await query('delete from installation_epochs')
  await query('delete from workers')
  await query('delete from database_identity')
}

test('a data folder that cannot be written to fails each look, and leaves one row, not one for each', async () => {
  await startAfresh()
  const { epoch } = startGuard({
    ...createFakeMark(),
    write: async () => {
      throw new Error('EROFS')
    },
  })
  for (let n = 0; n < 5; n += 1) await expect(epoch.check()).rejects.toThrow('EROFS')
  expect(await query('select 1 from installation_epochs')).toHaveLength(1)
})

test('a first start and an upgrade note which database they run on, and hold nothing', async () => {
  await startAfresh()
  const { epoch, unreadable } = startGuard()
  await epoch.check()
  await query('delete from database_identity')
  await startGuard().epoch.check()
  expect(await epoch.findHold()).toBeNull()
  const [known] = await query('select *, read_timeline() as now from database_identity')
  expect(known).toMatchObject({ system_identifier: expect.stringMatching(/^\d+$/), timeline: known!.now })
  expect(unreadable).toEqual([])
})

test.each([
  ['a replica that took over', 'timeline = timeline - 1', /switched to a replica/],
  ['another cluster', "system_identifier = '1'", /restored from a backup/],
  ['a dump in another database', 'database_oid = 1', /restored from a backup/],
  ['a dump that was restored in place', 'table_oid = 1', /restored from a backup/],
])(
  '%s is held at once, by whichever process looks first, said once, and released by the operator',
  async (_what, was, sentence) => {
    await startAfresh()
    const [one, other] = [startGuard(), startGuard()]
    await one.epoch.check()
    await other.epoch.check()
    await pretend(was)
    expect(await isHeldBySql(), 'before any process has noticed').toBe(true)
    expect(await one.epoch.findHold()).toMatch(sentence)
    await Promise.all([one.epoch.check(), other.epoch.check(), other.epoch.findHold()])
    expect([...one.logged, ...other.logged]).toEqual([expect.stringMatching(sentence)])
    expect([...one.letters, ...other.letters]).toMatchObject([{ to: 'operator@goldpan.example' }])
    expect(await other.epoch.findHold()).toMatch(sentence)
    await other.epoch.settle()
    expect(await one.epoch.lift(app.database.db)).toBe(true)
    expect(await one.epoch.findHold()).toBeNull()
    expect(await isHeldBySql()).toBe(false)
  },
)

test('two processes that notice a change at the same time hold once', async () => {
  await startAfresh()
  const guards = [startGuard(), startGuard(), startGuard()]
  for (const { epoch } of guards) await epoch.check()
  await pretend('timeline = timeline - 1')
  await Promise.all(guards.map(({ epoch }) => epoch.findHold()))
  expect(guards.flatMap(({ logged }) => logged)).toHaveLength(1)
  expect(await query('select 1 from installation_holds')).toHaveLength(1)
})

test('processes that start together with one data folder hold nothing', async () => {
  await startAfresh()
  const mark = createFakeMark()
  await startGuard(mark).epoch.check()
  const { epoch, logged } = startGuard({
    ...mark,
    // A third one starts at the worst moment, while this one looks at the folder.
    read: async () => {
      await startGuard(mark).epoch.check()
      return mark.read()
    },
  })
  await epoch.check()
  expect([await epoch.findHold(), logged]).toEqual([null, []])
})

test('a database that changes again after the operator resumed is held again', async () => {
  await startAfresh()
  const { epoch, logged } = startGuard()
  await epoch.check()
  for (let change = 0; change < 2; change += 1) {
    await pretend('timeline = timeline - 1')
    expect(await epoch.findHold()).toMatch(/^Sending is paused/)
    expect(await epoch.lift(app.database.db)).toBe(true)
    expect(await epoch.findHold()).toBeNull()
  }
  expect(logged).toHaveLength(2)
})

test('due follow-ups are kept when a replica took over, and passed over after a recovery of an earlier day', async () => {
  await startAfresh()
  const { epoch } = startGuard()
  await epoch.check()
  await pretend('timeline = timeline - 1')
  await epoch.check()
  expect(await epoch.isUnsettled()).toBe(false)
  await epoch.lift(app.database.db)
  await query("update installation_epochs set seen_at = seen_at - interval '1 day'")
  await pretend('timeline = timeline - 1')
  await epoch.findHold()
  expect(await epoch.isUnsettled()).toBe(true)
})

test('a restart of the database holds mail until a process that knows it has looked', async () => {
  await startAfresh()
  const { epoch } = startGuard()
  await epoch.check()
  await query(`update database_identity set ${RESTART}`)
  expect(await isHeldBySql()).toBe(true)
  expect(await epoch.findHold()).toBeNull()
  expect(await isHeldBySql()).toBe(false)
})

test('files of the database that were put back are noticed by processes that have seen later ones, and told in one letter', async () => {
  await startAfresh()
  const real = app.database.db
  let isBack = false
  const execute = async (statement: never) => {
    const result = await real.execute(statement)
    for (const row of result.rows as { wal_position?: number }[])
      if (isBack && row.wal_position) row.wal_position -= 10_000_000
    return result
  }
  const db = new Proxy(real, {
    get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
  })
  const logged: string[] = []
  const letters: Letter[] = []
  const guard = () =>
    createEpoch({
      db,
      systemClock: clock,
      mark: createFakeMark(),
      notes: createFakeNotes(),
      letters: { send: async (_tx, letter) => void letters.push(letter) },
      operatorEmail: 'operator@goldpan.example',
      onHold: (sentence) => logged.push(sentence),
      onUnreadable: () => undefined,
    })
  const [epoch, other] = [guard(), guard()]
  await epoch.check()
  await other.check()
  expect(await epoch.findHold()).toBeNull()
  isBack = true
  expect(await epoch.findHold()).toMatch(/restored from a backup/)
  expect(await epoch.findHold()).toMatch(/restored from a backup/)
  expect(logged, 'once').toHaveLength(1)
  await Promise.all([epoch.findHold(), other.findHold()])
  expect(letters).toHaveLength(1)
  expect(await query('select 1 from installation_holds')).toHaveLength(1)
})

test('a new data folder holds nothing beside a database that ran on, for an hour or a day', async () => {
  await startAfresh()
  await startGuard().epoch.check()
  await query("update installation_epochs set seen_at = seen_at - interval '1 day'")
  const { epoch } = startGuard()
  await epoch.check()
  expect(await epoch.findHold()).toBeNull()
})

test('a new data folder beside files that were copied while workers ran is held; after a clean stop it is not', async () => {
  const worker = "insert into workers (id, started_at, beat_at) values ('gone', $1, $1)"
  await startAfresh()
  await startGuard().epoch.check()
  await query("update installation_epochs set seen_at = '2020-01-01'")
  await query(`update database_identity set ${RESTART}`)
  const clean = startGuard()
  await clean.epoch.check()
  expect(await clean.epoch.findHold()).toBeNull()

  await startAfresh()
  await startGuard().epoch.check()
  await query("update installation_epochs set seen_at = '2020-01-01'")
  await query(worker, ['2020-01-01'])
  await query(`update database_identity set ${RESTART}`)
  const { epoch } = startGuard()
  await epoch.check()
  expect(await epoch.findHold()).toMatch(/restored from a backup/)
})

test('a role that may not read the identity says so once, and is held by the parts that it may read', async () => {
  await startAfresh()
  const [{ source }] = (await query<{ source: string }>(
    "select pg_get_functiondef('read_system_identifier()'::regprocedure) as source",
  )) as [{ source: string }]
  onTestFinished(async () => void (await query(source)))
  await query(
    "create or replace function read_system_identifier() returns text language sql stable as 'select null'",
  )
  const { epoch, unreadable } = startGuard()
  await epoch.check()
  await epoch.check()
  expect(unreadable).toEqual(['identity'])
  expect(await epoch.findHold()).toBeNull()
  await pretend('timeline = timeline - 1')
  expect(await epoch.findHold()).toMatch(/^Sending is paused/)
})

test.each([
  ['all that identifies the database', '', expect.any(String), expect.any(Number)],
  [
    'nothing of it without the rights',
    'revoke execute on function pg_control_system(), pg_walfile_name(pg_lsn) from public',
    null,
    null,
  ],
])('an ordinary role may read %s', async (_what, change, system_identifier, timeline) => {
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query(`create role ordinary; ${change}`)
    await client.query('set local role ordinary')
    const { rows } = await client.query('select * from current_database_identity()')
    await client.query('rollback')
    expect(rows).toMatchObject([{ system_identifier, timeline, database_oid: expect.any(String) }])
  })
})
