import { organizationRoutes } from '@goldpan/contract/organizations'
import { searchRoutes } from '@goldpan/contract/search'
import { expect, test } from 'vitest'
import { asOwner } from '../../src/db/owner.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startWeb } from './worker-process.ts'

const { alice, bob, app, query } = await startTestApp({ ports: { systemClock } })
const { usage, sessions } = app.features
const CAP = 100

test('of 200 concurrent searches on two web processes with one unit left, exactly one succeeds, even from two members of one organization', async () => {
  const id = (await alice.call(organizationRoutes.create, { body: { name: 'Pans' } })).answer.id
  await query(
    `insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, 'member', now())`,
    [id, bob.id],
  )
  const causes = Array.from({ length: CAP - 1 }, (_, n) => `search:earlier-${n}`)
  await app.database.db.transaction((tx) => usage.bookEach(tx, asOwner(id), 'business_searches', causes))
  const webs = await Promise.all([1, 2].map(() => startWeb({ DATABASE_URL: app.database.url })))
  const cookies = await Promise.all(
    [alice, bob].map(async (person) => {
      const token = await sessions.start(app.database.db, person.id, 'test')
      await sessions.workFor(person.id, token, id)
      return `${SESSION_COOKIE}=${token}`
    }),
  )
  const ask = async (n: number) => {
    const response = await fetch(webs[n % 2]!.url + searchRoutes.search.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies[Math.floor(n / 2) % 2]! },
      body: JSON.stringify({ query: 'bakery' }),
    })
    return { status: response.status, body: (await response.json()) as { code?: string } }
  }
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
  await Promise.all(webs.map((web) => web.kill()))
  const refused = answers.filter(({ status, body }) => status === 403 && body.code === 'LIMIT_REACHED')
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 199])
  expect((await usage.getUsage(alice.id)).business_searches_count).toBe(CAP)
})
