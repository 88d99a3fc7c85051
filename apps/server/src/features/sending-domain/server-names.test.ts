import { expect, test } from 'vitest'
import { createFakeDns } from '../../providers/dns/fake.ts'
import { judgeServer, lookUpServer } from './server-names.ts'

const dns = createFakeDns()
dns.hosts.set('good.example', ['203.0.114.1'])
dns.pointers.set('203.0.114.1', ['mail.good.example'])
dns.hosts.set('mail.good.example', ['203.0.114.1'])
dns.hosts.set('vague.example', ['203.0.114.2'])
dns.pointers.set('203.0.114.2', ['dial-in.example'])
dns.hosts.set('bare.example', ['203.0.114.3'])
dns.hosts.set('inner.example', ['10.0.0.5'])

test.each([
  ['good.example', 'ok', /the name mail\.good\.example, which points back to it/],
  ['203.0.114.1', 'ok', /mail\.good\.example/],
  ['vague.example', 'unsure', /only the name dial-in\.example, which does not point back/],
  ['bare.example', 'unsure', /has no name/],
  ['nowhere.example', 'unsure', /leads to no address/],
  ['inner.example', 'unsure', /can't be seen from here/],
  ['localhost', 'unsure', /can't be seen from here/],
])('the server %s is judged %s', async (host, state, words) => {
  const found = judgeServer(await lookUpServer(dns, host))
  expect(found).toMatchObject({ host, state, sentence: expect.stringMatching(words) })
})

test('silent name servers prove nothing', async () => {
  dns.isDown = true
  expect(judgeServer(await lookUpServer(dns, 'good.example'))?.state).toBe('unknown')
  dns.isDown = false
})
