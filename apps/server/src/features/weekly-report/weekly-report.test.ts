import { accountRoutes } from '@goldpan/contract/accounts'
import { prospectRoutes } from '@goldpan/contract/prospects'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { lastReportTime, weekBefore } from './weekly-report.ts'

const { alice, bob, createCustomer, app, mail, drain, clock, query } = await startTestApp()
const { weeklyReport, usage } = app.features

async function readReports(to: string) {
  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === to)
  const parsed = await Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)))
  return parsed.filter(({ subject }) => subject === 'Your week with Goldpan')
}

test('the week is reported on Monday at 08:00 UTC, and not before, to users with any activity (SET-12)', async () => {
  await alice.call(prospectRoutes.create, { body: { email: 'baker@shop.example' } as never })
  await app.database.db.transaction((tx) => usage.book(tx, alice.id, 'business_searches', 'search:1'))
  clock.set('2026-03-09T07:59:59.000Z')
  await weeklyReport.sendDue()
  expect(await readReports(alice.email)).toHaveLength(0)
  clock.set('2026-03-09T08:00:00.000Z')
  await weeklyReport.sendDue()
  const [report] = await readReports(alice.email)
  expect(report?.text).toContain('1 search\n1 new prospect\n0 emails sent')
  expect(await readReports(bob.email)).toHaveLength(0)
})

test('several concurrent workers send one report', async () => {
  clock.set('2026-03-10T10:00:00.000Z')
  await alice.call(prospectRoutes.create, { body: { email: 'cook@shop.example' } as never })
  clock.set('2026-03-16T08:00:00.000Z')
  await Promise.all([weeklyReport.sendDue(), weeklyReport.sendDue(), weeklyReport.sendDue()])
  await weeklyReport.sendDue()
  expect(await readReports(alice.email)).toHaveLength(2)
})

test('users who opted out get none, and a Monday without a running process is skipped', async () => {
  await alice.call(prospectRoutes.create, { body: { email: 'smith@shop.example' } as never })
  await bob.call(prospectRoutes.create, { body: { email: 'smith@shop.example' } as never })
  await alice.call(accountRoutes.updatePreferences, {
    body: { email_notifications: true, weekly_reports: false },
  })
  clock.set('2026-03-24T08:00:01.000Z')
  await weeklyReport.sendDue()
  expect(await readReports(bob.email)).toHaveLength(0)
  clock.set('2026-03-23T09:00:00.000Z')
  await weeklyReport.sendDue()
  expect(await readReports(bob.email)).toHaveLength(1)
  expect(await readReports(alice.email)).toHaveLength(2)
})

test('a failing report does not hold up others', async () => {
  const people = await Promise.all(['Dan', 'Eve', 'Kim'].map(createCustomer))
  clock.set('2026-03-24T10:00:00.000Z')
  for (const who of people)
    await who.call(prospectRoutes.create, { body: { email: 'inn@shop.example' } as never })
  await query(`
    create function break_report() returns trigger language plpgsql as $$
    begin if new.email like 'eve@%' then raise 'broken on purpose'; end if; return new; end $$;
    create trigger break_report before update on users for each row execute function break_report()`)
  clock.set('2026-03-30T08:00:00.000Z')

  await expect(weeklyReport.sendDue()).rejects.toThrow('Weekly reports could not be written')

  const counts = async () => {
    await drain()
    return Promise.all(people.map(async ({ email }) => (await readReports(email)).length))
  }
  expect(await counts()).toEqual([1, 0, 1])
  await query('drop function break_report cascade')
  await weeklyReport.sendDue()
  expect(await counts()).toEqual([1, 1, 1])
})

test.each([
  ['2026-03-02T07:59:59.999Z', '2026-02-23T08:00:00.000Z'],
  ['2026-03-02T08:00:00.000Z', '2026-03-02T08:00:00.000Z'],
  ['2026-03-08T23:59:59.000Z', '2026-03-02T08:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-12-29T08:00:00.000Z'],
])('at %s the last report time was %s', (now, expected) => {
  expect(lastReportTime(new Date(now)).toISOString()).toBe(expected)
})

test('a report covers the previous seven days', () => {
  expect(weekBefore(new Date('2026-03-02T08:00:00.000Z'))).toEqual({
    from: '2026-02-23T08:00:00.000Z',
    to: '2026-03-02T08:00:00.000Z',
  })
})
