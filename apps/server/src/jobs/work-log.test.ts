import { gatheringRoutes } from '@goldpan/contract/gathering'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { claimBy } from '../../test/held-messages.ts'
import { startSend, writeCampaign } from '../../test/written-campaign.ts'
import { VERSION } from '../version.ts'

const lines: Record<string, unknown>[] = []
const { app, alice, query, drain, clock } = await startTestApp({ log: (line) => void lines.push(line) })
const about = (kind: string) =>
  lines
    .filter((line) => line.kind === kind)
    .map(({ event, work, owner, rows, ms, level }) => ({ event, work, owner, rows, ms, level }))

test('a process logs its start with release, roles and id', () => {
  expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({
    level: 30,
    version: VERSION,
    roles: ['web', 'worker', 'inbound'],
    worker: app.features.heartbeat.id,
  })
})

test('a worker logs begin and end of a send, with ids, count and time', async () => {
  const { id } = await writeCampaign(alice, 30)
  const { job_id } = (await startSend(alice, id)).answer
  await drain()
  const names = { work: job_id, owner: alice.id, level: 30 }
  expect(about('sending')).toEqual([
    { ...names, event: 'begun' },
    { ...names, event: 'ended', rows: 30, ms: expect.any(Number) },
  ])
})

test('a worker logs begin and end of a gathering, with ids, count and time', async () => {
  const businesses = ['one', 'two'].map((name) => ({
    place_id: `osm:node/${name}`,
    name,
    address: 'Main Street',
    phone: null,
    website: `https://${name}.example`,
  }))
  const { answer } = await alice.call(tableRoutes.create, {
    body: { name: 'Shops', query: 'shop', businesses },
  })
  const businessIds = businesses.map(({ place_id }) => place_id)
  await alice.call(gatheringRoutes.start, { body: { businessTableId: answer.id, businessIds } })
  await drain()
  const [job] = await query<{ id: string }>('select id from gathering_jobs')
  const names = { work: job!.id, owner: alice.id, level: 30 }
  expect(about('gathering')).toEqual([
    { ...names, event: 'begun' },
    { ...names, event: 'ended', rows: 2, ms: expect.any(Number) },
  ])
})

test('the takeover of a dead worker’s messages is logged with their number', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  const { job_id } = (await startSend(alice, id)).answer
  await claimBy(query, 'a dead worker', {
    jobId: job_id!,
    claimed: emails.slice(0, 2),
    leaving: emails.slice(2),
    at: clock.now().toISOString(),
  })
  await drain()
  expect(about('sending')).toContainEqual(
    expect.objectContaining({ event: 'taken over', rows: 3, level: 30 }),
  )
})

test('no line names an address or a text', () => {
  const all = lines.map((line) => JSON.stringify(line)).join('\n')
  expect(all).not.toMatch(/\w@\w|Ovens|bakery/)
})
