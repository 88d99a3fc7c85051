import { accountRoutes } from '@goldpan/contract/accounts'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { tableRoutes } from '@goldpan/contract/tables'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'

const { alice, app, createCustomer, mail, drain, query } = await startTestApp()
const { db } = app.database
const { notifications, usage } = app.features

async function readSubjects({ email }: Customer): Promise<(string | undefined)[]> {
  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === email)
  return (await Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)))).map(({ subject }) => subject)
}

const useUp = (customer: Customer, from: number, to: number) =>
  db.transaction((tx) =>
    usage.bookEach(
      tx,
      customer.id,
      'emails_sent',
      Array.from({ length: to - from }, (_, n) => `send:${from + n}`),
    ),
  )

test('one mail is sent at 80 % and one at 100 % of a limit (SET-11)', async () => {
  const user = await createCustomer('Limit')
  await query("update users set subscription_plan = 'test' where id = $1", [user.id])
  await useUp(user, 0, 7)
  expect(await readSubjects(user)).toEqual([])
  await useUp(user, 7, 8)
  await useUp(user, 8, 9)
  expect(await readSubjects(user)).toEqual(['You have used 80% of your email sending this month'])
  await useUp(user, 9, 10)
  await db.transaction((tx) => usage.refund(tx, user.id, 'send:3', 'not sent'))
  await useUp(user, 20, 21)
  expect(await readSubjects(user)).toEqual([
    'You have used 80% of your email sending this month',
    'You have reached your monthly limit for email sending',
  ])
})

test('a finished job is reported with its result (SET-11)', async () => {
  const { answer: table } = await alice.call(tableRoutes.create, {
    body: {
      name: 'Ovens',
      query: 'oven',
      businesses: [
        { place_id: 'osm:node/1', name: 'Oven', address: 'Goldwater', website: null, phone: null },
      ],
    },
  })
  await alice.call(gatheringRoutes.start, {
    body: { businessTableId: table.id, businessIds: ['osm:node/1'] },
  })
  expect(await readSubjects(alice)).toEqual(['Gathering prospects for "Ovens": finished'])
})

test('users who turned notifications off get none (SET-10)', async () => {
  const user = await createCustomer('Quiet')
  expect((await user.call(accountRoutes.getPreferences)).answer).toEqual({
    email_notifications: true,
    weekly_reports: true,
  })
  const off = { email_notifications: false, weekly_reports: true }
  expect((await user.call(accountRoutes.updatePreferences, { body: off })).answer).toEqual(off)
  expect((await user.call(accountRoutes.getPreferences)).answer).toEqual(off)
  const job = { title: 'Gathering', outcome: 'Nothing was found.', path: '/tables' }
  await db.transaction((tx) => notifications.jobFinished(tx, user.id, 'gathering:2', job))
  expect(await readSubjects(user)).toEqual([])
})
