import { expect, test } from 'vitest'
import { groupOf, permitStarts } from './groups.rules.ts'

test.each([
  ['bakery.example', ['aspmx.l.google.com'], 'Google'],
  ['shop.example', ['shop-example.mail.protection.outlook.com.'], 'Microsoft'],
  ['yahoo.example', ['mta5.am0.yahoodns.net'], 'Yahoo'],
  ['small.example', ['mail.hoster.co.uk'], 'hoster.co.uk'],
  ['own.example', ['mx.own.example'], 'own.example'],
  ['nothing.example', [], 'nothing.example'],
])('the servers of %s belong to who runs them', (domain, exchanges, group) => {
  expect(groupOf(domain, exchanges)).toBe(group)
})

test('a rate of 14 a second lets between 12 and 14 messages go in every second (F5)', () => {
  let nextAt: Date | null = null
  const left: number[] = []
  for (let ms = 0; ms < 10_000; ms += 7) {
    const turn = permitStarts(14, nextAt, new Date(ms), 3)
    nextAt = turn.next_at
    for (let n = 0; n < turn.count; n++) left.push(ms)
  }
  for (let from = 0; from <= 9000; from += 250) {
    const inSecond = left.filter((ms) => ms >= from && ms < from + 1000).length
    expect(inSecond).toBeGreaterThanOrEqual(12)
    expect(inSecond).toBeLessThanOrEqual(14)
  }
})
