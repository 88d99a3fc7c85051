import { setTimeout as pause } from 'node:timers/promises'
import { accountRoutes } from '@goldpan/contract/accounts'
import { mailingListRoutes } from '@goldpan/contract/mailing-list'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { SECRET_KEY } from '../../test/secret-key.ts'
import { openDatabase } from '../db/database.ts'
import { createPgBossJobs } from '../providers/jobs/pg-boss.ts'
import { createFakeMail } from '../providers/mail/fake.ts'
import { createAesVault, keysOfText } from '../providers/vault/aes-vault.ts'

/** Starts web processes without a worker, and workers, each on the real queue of one database. */
async function startInstallation() {
  const { databaseUrl, alice, query, clock } = await startTestApp()
  const mail = createFakeMail()
  const server: { delay: (to: string) => Promise<unknown> } = { delay: async () => undefined }
  const start = async (ROLES: 'web' | 'worker') => {
    const database = openDatabase(databaseUrl, { max: 5 })
    const jobs = createPgBossJobs({
      databaseUrl,
      pool: database.pool,
      connections: 4,
      vault: createAesVault(keysOfText(SECRET_KEY)[0]),
      onError: () => undefined,
    })
    onTestFinished(async () => {
      await jobs.stop()
      await database.close()
    })
    const handOver: typeof mail.handOver = async (message, options) => {
      await server.delay(message.envelope.to)
      return mail.handOver(message, options)
    }
    return startTestApp({
      databaseUrl,
      environment: { ROLES },
      ports: { jobs, systemClock: clock, mail: { ...mail, handOver } },
    })
  }
  const web = await start('web')
  return {
    web,
    alice,
    query,
    mail,
    server,
    letters: web.app.features.letters,
    db: web.app.database.db,
    startWorker: () => start('worker'),
    countReceived: () => mail.accepted.length,
    receivers: () => mail.accepted.map(({ envelope }) => envelope.to),
    listJobs: () => query<{ name: string; row: string }>('select name, job::text as row from pgboss.job'),
  }
}

/** Letters that leave beside each other. */
const SLOTS = 4
const letterTo = (to: string) => ({ to, subject: 'Hello', paragraphs: ['Hello,'] })
const registration = (email: string) => ({
  firstName: 'Grace',
  lastName: 'Pan',
  email,
  acceptTerms: true,
  recaptchaToken: 'off',
  password: 'sieve-and-gravel-7',
  confirmPassword: 'sieve-and-gravel-7',
})

test('200 letters leave at once, account letters first', async () => {
  const { letters, db, server, startWorker, receivers, countReceived } = await startInstallation()
  server.delay = () => pause(100)
  for (let n = 0; n < 160; n++)
    await letters.send(db, { ...letterTo('later@customer.example'), urgency: n % 2 ? 'normal' : 'low' })
  for (let n = 0; n < 40; n++) await letters.send(db, letterTo('first@customer.example'))

  await startWorker()

  // If each letter waited for the queue's poll, they would take 100 s.
  await expect.poll(countReceived, { timeout: 60_000 }).toBe(200)
  // The last of the first leave beside the first of the others.
  expect(new Set(receivers().slice(0, 40 - SLOTS))).toEqual(new Set(['first@customer.example']))
  expect(new Set(receivers().slice(40 + SLOTS))).toEqual(new Set(['later@customer.example']))
})

test('hundreds of letters for one visitor hold up no other visitor’s reset link', async () => {
  const { web, letters, db, alice, server, startWorker, receivers, countReceived } = await startInstallation()
  const held: (() => void)[] = []
  server.delay = (to) => {
    if (!to.startsWith('nobody-')) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push(resolve)
    // At the start, slots that are filled side by side may all be the visitor's.
    if (held.length === SLOTS) held.shift()!()
    return promise
  }
  for (let n = 0; n < 300; n++)
    await letters.send(db, letterTo(`nobody-${n}@elsewhere.example`), { askedBy: '198.51.100.7' })
  await startWorker()
  await expect.poll(() => held.length).toBe(SLOTS - 1)

  await web.visitor.call(accountRoutes.requestReset, { body: { email: alice.email } })

  await expect.poll(receivers).toContain(alice.email)
  expect(countReceived()).toBeLessThan(10)
  server.delay = async () => undefined
  for (const letGo of held) letGo()
})

test('queued letters show no link, address or name, and sent ones are deleted', async () => {
  const installation = await startInstallation()
  const { web, alice, mail, startWorker, listJobs, db } = installation
  const { accounts, notifications } = web.app.features
  const newcomer = 'grace@customer.example'
  const { status } = await web.visitor.call(accountRoutes.register, { body: registration(newcomer) } as never)
  expect(status).toBe(200)
  await web.visitor.call(accountRoutes.requestReset, { body: { email: alice.email } })
  await accounts.mailReset({ email: alice.email })
  const profile = { first_name: 'Alice', last_name: 'Tester', email: 'alice@new.example' }
  await accounts.updateProfile(alice.id, profile, async () => undefined)
  const { answer } = await web.alice.call(organizationRoutes.create, { body: { name: 'Pans & Sons' } })
  await web.alice.call(organizationRoutes.invite, {
    params: { id: answer.id },
    body: { email: 'max@customer.example', role: 'member' },
  })
  await web.visitor.call(mailingListRoutes.subscribe, {
    body: { email: 'reader@customer.example', name: 'Reader', companyName: null, recaptchaToken: 'off' },
  } as never)
  await notifications.jobFinished(db, alice.id, 'import:1', {
    title: 'Import of pans.csv',
    outcome: 'Done.',
    path: '/prospects',
  })

  const waiting = await listJobs()

  expect(waiting.filter(({ name }) => name === 'letter')).toHaveLength(7)
  expect(waiting.filter(({ name }) => name === 'password-reset')).toHaveLength(1)
  expect(waiting.map(({ row }) => row).join()).not.toMatch(/token|http|@|Alice|Grace|Pans/)
  await startWorker()
  await expect.poll(() => mail.accepted.length).toBeGreaterThanOrEqual(7)
  const links = mail.accepted.filter(({ raw }) => /token=/.test(raw.toString().replaceAll('=3D', '=')))
  expect(links.length).toBeGreaterThanOrEqual(5)
  await expect.poll(listJobs).toEqual([])
})

test('a mail server’s reply about an address is not stored with a letter queued for retry', async () => {
  const { letters, db, mail, startWorker, query, listJobs } = await startInstallation()
  const answer = '450 4.2.0 <ada@customer.example> is busy'
  mail.answers.set('ada@customer.example', { outcome: 'deferred', code: 450, answer })
  await letters.send(db, letterTo('ada@customer.example'))
  await startWorker()

  await expect.poll(() => query("select 1 from pgboss.job where state = 'retry'")).toHaveLength(1)

  const [job] = await listJobs()
  expect(job?.row).toContain('the log says why')
  expect(job?.row).not.toContain('ada@')
})

test('letters of a key are withdrawn while they wait, and no others', async () => {
  const { letters, db, startWorker, receivers } = await startInstallation()
  await letters.send(db, letterTo('began@customer.example'), { key: 'trouble' })
  await letters.send(db, letterTo('other@customer.example'), { key: 'another' })
  await letters.send(db, letterTo('plain@customer.example'))
  await letters.withdrawKeyed(db, 'trouble')
  await startWorker()
  await expect.poll(() => receivers().sort()).toEqual(['other@customer.example', 'plain@customer.example'])
})

test('deleting an account deletes its queued letters', async () => {
  const { web, letters, db, alice, startWorker, receivers, listJobs } = await startInstallation()
  await letters.send(db, letterTo(alice.email.toUpperCase()))
  await letters.send(db, letterTo('other@customer.example'))
  await web.app.features.ownData.deleteAccount(alice.id)
  await web.app.features.ownData.erase(alice.id)

  await startWorker()

  await expect.poll(() => receivers().sort()).toEqual([alice.email, 'other@customer.example'])
  await expect.poll(listJobs).toEqual([])
})
