import { prospectRoutes } from '@goldpan/contract/prospects'
import type { AddressCheck } from '@goldpan/crawler'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { withDemoAddresses } from '../../demo/demo-town-http.ts'
import { demoTown } from '../../demo/town/demo-town.ts'

const checked: string[] = []
const answers: Record<string, AddressCheck> = {}
const addressVerifier = {
  async verify(email: string): Promise<AddressCheck> {
    checked.push(email)
    return answers[email] ?? { result: 'safe', reasons: ['Its domain takes mail.'] }
  },
}
const { alice, app, clock } = await startTestApp({ ports: { addressVerifier } })
const DAY_MS = 24 * 60 * 60 * 1000

const add = async (email: string) => (await alice.call(prospectRoutes.create, { body: { email } })).answer.id
const check = () => app.features.addressChecks.checkDue()
const read = (id: string) => app.features.prospects.get(alice.id, id)

test('an address shows its check with reasons, however it was added (BEYOND-07)', async () => {
  answers['ann@gone.example'] = { result: 'bad', reasons: ['Its domain does not exist.'] }
  const ids = [await add('ann@fine.example'), await add('ann@gone.example')]
  expect((await read(ids[0]!)).address_check).toBeNull()
  await check()
  expect(await Promise.all(ids.map(read))).toMatchObject([
    { address_check: 'safe', address_reasons: ['Its domain takes mail.'] },
    { address_check: 'bad', address_reasons: ['Its domain does not exist.'] },
  ])
})

test('a changed address is checked again and has no result until then', async () => {
  const id = await add('old@fine.example')
  await check()
  await alice.call(prospectRoutes.patch, { params: { id }, body: { email: 'new@fine.example' } })
  expect(await read(id)).toMatchObject({ address_check: null, address_reasons: [] })
  checked.length = 0
  await check()
  expect([checked, (await read(id)).address_check]).toEqual([['new@fine.example'], 'safe'])
})

test('two workers check an address once', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => add(`n${n}@many.example`)))
  checked.length = 0
  await Promise.all([check(), check()])
  expect(checked.toSorted()).toEqual([...new Set(checked)].toSorted())
  expect(checked).toHaveLength(30)
})

test('addresses of the demo town are known without asking a name server', async () => {
  checked.length = 0
  const verifier = withDemoAddresses(addressVerifier)
  const host = demoTown.businesses.map((business) => business.host).find((name) => name !== null)!
  const { result } = await verifier.verify(`info@${host.replace('.localhost', '.example')}`)
  expect([result, checked]).toEqual(['safe', []])
  await verifier.verify('info@elsewhere.example')
  expect(checked).toEqual(['info@elsewhere.example'])
})

test('a result is kept for a month, an unknown one for an hour', async () => {
  answers['bea@silent.example'] = {
    result: 'unknown',
    reasons: ['Its domain could not be checked right now.'],
  }
  await add('bea@fine.example')
  await add('bea@silent.example')
  await check()
  checked.length = 0
  await check()
  expect(checked).toEqual([])
  clock.advance(DAY_MS)
  await check()
  expect(checked).toEqual(['bea@silent.example'])
  clock.advance(30 * DAY_MS)
  await check()
  expect(checked).toContain('bea@fine.example')
})
