import { accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { ownMailboxRoutes as routes } from '@goldpan/contract/own-mailboxes'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { startGoogleOAuth } from '../../../test/google-oauth-server.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'

const google = await startGoogleOAuth()
afterAll(() => google.close())
const { alice, bob, createCustomer, drain, query } = await startTestApp({
  environment: {
    GOOGLE_OAUTH_CLIENT_ID: google.clientId,
    GOOGLE_OAUTH_CLIENT_SECRET: google.clientSecret,
    GOOGLE_OAUTH_URL: google.url,
  },
})

async function signIn(who: Customer, account: string): Promise<string> {
  google.behaviour.account = account
  const { answer } = await who.call(routes.startSignIn, { params: { provider: 'google' }, body: {} })
  const callback = await google.consent(answer.url)
  return (await who.open(callback.pathname + callback.search)).location
}

const connect = async (who: Customer, account: string): Promise<string> =>
  (await signIn(who, account)).split('connected=')[1]!

/** An organization of Alice's that these people belong to. All work for it. */
async function found(name: string, people: Record<'admin' | 'member', Customer>): Promise<string> {
  const { answer } = await alice.call(organizationRoutes.create, { body: { name } })
  for (const [role, { id }] of Object.entries(people))
    await query(
      'insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())',
      [answer.id, id, role],
    )
  for (const who of [alice, ...Object.values(people)])
    await who.call(organizationRoutes.switchTo, { body: { id: answer.id } })
  return answer.id
}

const secretOf = async (id: string) =>
  (await query<{ sealed_secret: string }>('select sealed_secret from mailboxes where id = $1', [id]))[0]
    ?.sealed_secret

test('members change the mailboxes they connected; owner and admins change all (MBOX-55)', async () => {
  const [ada, max] = [await createCustomer('Ada'), await createCustomer('Max')]
  await found('Rights', { admin: ada, member: max })
  const alices = await connect(alice, 'alice@gmail.example')
  const maxes = await connect(max, 'max@gmail.example')

  const change = (who: Customer, id: string) =>
    who.call(routes.update, { params: { id }, body: { daily_cap: 50 } })
  for (const who of [max, ada]) expect((await who.call(routes.list)).answer.mailboxes).toHaveLength(2)
  expect((await change(max, maxes)).status).toBe(200)
  expect((await change(ada, maxes)).status).toBe(200)
  expect((await change(alice, maxes)).status).toBe(200)
  const sentence = 'Only Alice Tester or an admin can change this mailbox'
  const refusals = await Promise.all([
    change(max, alices),
    max.call(routes.test, { params: { id: alices } }),
    max.call(routes.remove, { params: { id: alices } }),
    max.call(routes.startSignIn, { params: { provider: 'google' }, body: { mailbox_id: alices } }),
  ])
  for (const { status, refusal } of refusals)
    expect([status, refusal.code, refusal.message]).toEqual([403, 'mailboxes.not_yours', sentence])
  expect((await bob.call(routes.get, { params: { id: alices } })).status).toBe(404)

  // Nor by signing in to the account of one that needs it.
  await query("update mailboxes set state = 'needs_login' where id = $1", [alices])
  expect(await signIn(max, 'alice@gmail.example')).toBe('/own-mailboxes?error=not_yours')
  expect(await connect(ada, 'alice@gmail.example')).toBe(alices)
  // Signing in again doesn't change who connected it.
  expect((await ada.call(routes.get, { params: { id: alices } })).answer.connected_by?.id).toBe(alice.id)
})

test('members test the first mailbox only if they connected it (MBOX-53, MBOX-55)', async () => {
  const [una, udo] = [await createCustomer('Una'), await createCustomer('Udo')]
  const organization = await found('First', { admin: una, member: udo })
  await query(
    `insert into mailboxes (owner_id, kind, address, account, smtp, sealed_secret, reads, connected_by, connected_at, updated_at)
     values ($1, 'password', 'una@own.example', 'una', $2, 'sealed', 'nothing', $3, now(), now())`,
    [organization, { host: 'mail.own.example', port: 587, security: 'tls', username: 'una' }, una.id],
  )
  const { status, refusal } = await udo.call(senderMailboxRoutes.test)
  expect([status, refusal.code]).toEqual([403, 'mailboxes.not_yours'])
})

test('who leaves during a sign-in connects nothing (MBOX-55)', async () => {
  const [mia, ned] = [await createCustomer('Mia'), await createCustomer('Ned')]
  const organization = await found('Meanwhile', { admin: mia, member: ned })
  google.behaviour.account = 'ned@gmail.example'
  const { answer } = await ned.call(routes.startSignIn, { params: { provider: 'google' }, body: {} })
  const callback = await google.consent(answer.url)
  google.revoked.length = 0
  google.next(async (response) => {
    await ned.call(organizationRoutes.leave, { params: { id: organization } })
    const scope = 'openid email https://www.googleapis.com/auth/gmail.send'
    const tokens = google.grant('ned@gmail.example', scope.split(' '))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...tokens, token_type: 'Bearer', expires_in: 3600, scope }))
  })
  const { location } = await ned.open(callback.pathname + callback.search)
  expect(location).toContain('?error=')
  expect(await query('select 1 from mailboxes where owner_id = $1', [organization])).toEqual([])
  await drain()
  expect(google.revoked).toHaveLength(1)
})

test('who leaves leaves no access behind: off, revoked, erased; others keep theirs (MBOX-55)', async () => {
  const [ida, leo] = [await createCustomer('Ida'), await createCustomer('Leo')]
  const organization = await found('Leaving', { admin: ida, member: leo })
  const [alices, idas, leos] = [
    await connect(alice, 'alice@gmail.example'),
    await connect(ida, 'ida@gmail.example'),
    await connect(leo, 'leo@gmail.example'),
  ]
  google.revoked.length = 0

  await leo.call(organizationRoutes.leave, { params: { id: organization } })
  expect(await secretOf(leos)).toBe('')
  await alice.call(organizationRoutes.removeMember, { params: { id: organization, user: ida.id } })
  expect(await secretOf(idas)).toBe('')
  await drain()
  expect(google.revoked).toHaveLength(2)
  const { mailboxes } = (await alice.call(routes.list)).answer
  expect(Object.fromEntries(mailboxes.map(({ id, sentence }) => [id, sentence]))).toEqual({
    [alices]: '',
    [idas]: 'ida@gmail.example is turned off',
    [leos]: 'leo@gmail.example is turned off',
  })
  expect(await secretOf(alices)).not.toBe('')
})

test('a deleted organization leaves no access behind (MBOX-55)', async () => {
  const [eva, jo] = [await createCustomer('Eva'), await createCustomer('Jo')]
  const organization = await found('Deleted', { admin: eva, member: jo })
  await connect(jo, 'jo@gmail.example')
  google.revoked.length = 0
  await alice.call(organizationRoutes.remove, {
    params: { id: organization },
    body: { confirmation: DELETE_WORD },
  })
  await drain()
  expect(google.revoked).toHaveLength(1)
  expect(await query('select 1 from mailboxes where owner_id = $1', [organization])).toEqual([])
})

test('the download has the mailboxes without their secrets (MBOX-54)', async () => {
  const nora = await createCustomer('Nora')
  const id = await connect(nora, 'nora@gmail.example')
  await nora.call(routes.startSignIn, { params: { provider: 'google' }, body: {} })
  const { answer } = await nora.call(accountRoutes.downloadData)
  const files = unzipSync(new Uint8Array(await (answer as Blob).arrayBuffer()))
  const all = Object.values(files)
    .map((file) => new TextDecoder().decode(file))
    .join('\n')
  expect(JSON.parse(new TextDecoder().decode(files['json/mailboxes.json']))).toEqual([
    expect.objectContaining({ id, address: 'nora@gmail.example' }),
  ])
  for (const secret of ['sealed', 'state_hash', await secretOf(id), ...google.issued])
    expect(all).not.toContain(secret)
})

test('deleting the account revokes all its access, also that given to organizations (MBOX-54)', async () => {
  const [tim, amy] = [await createCustomer('Tim'), await createCustomer('Amy')]
  await connect(tim, 'tim@gmail.example')
  await found('Joined', { admin: amy, member: tim })
  const shared = await connect(tim, 'tim-work@gmail.example')
  google.revoked.length = 0
  await tim.call(accountRoutes.deleteAccount, { body: { confirmation: DELETE_WORD } })
  expect(await secretOf(shared)).toBe('')
  await drain()
  expect(google.revoked).toHaveLength(2)
  expect(await query('select 1 from mailboxes where owner_id = $1', [tim.id])).toEqual([])
  expect(await query('select state, connected_by from mailboxes where id = $1', [shared])).toEqual([
    { state: 'off', connected_by: null },
  ])
})
