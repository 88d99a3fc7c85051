import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { requestFor } from '../../test/fake-fetcher.ts'
import { serveSites } from '../../test/site-server.ts'
import { createCrawler, noSpacing } from '../crawler.ts'
import { defaultLimits } from '../limits.ts'
import { createNetwork } from './network.ts'
import { isLocalName, isPrivateAddress, literalAddress } from './private-addresses.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '::127.0.0.1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:93.184.215.14'])(
  '%s is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test('every spelling of a literal address is recognised', () => {
  const spellings = [
    '0x7f000001',
    '2130706433',
    '127.1',
    '017700000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '①②⑦.0.0.1',
  ]
  expect(
    spellings
      .map((text) => literalAddress(new URL(`http://${text}/`).hostname))
      .every((address) => address && isPrivateAddress(address)),
  ).toBe(true)
})

test('names of local networks are recognised', () => {
  expect(
    ['localhost', 'localhost.', 'intranet', 'printer.local', 'db.internal', 'x.home.arpa', 'a.onion'].every(
      isLocalName,
    ),
  ).toBe(true)
  expect(isLocalName('oakfield.com')).toBe(false)
})

/** A server that must not be reached, at an allowed port, so that only its address can be the reason for a refusal. */
async function startCanary() {
  const numbers = [127, randomInt(1, 255), randomInt(256), randomInt(1, 255)]
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('info@inside-of-the-network.com')
  })
  const [first, second, third, last] = numbers as [number, number, number, number]
  const host = numbers.join('.')
  await new Promise<void>((resolve) => server.listen(8080, host, resolve))
  const whole = Buffer.from(numbers).readUInt32BE()
  return {
    host,
    requests,
    spellings: [
      host,
      `0x${whole.toString(16)}`,
      `${whole}`,
      `[::ffff:${host}]`,
      `${first}.${second}.${third * 256 + last}`,
      'inside.oakfield-bakery.com',
    ].map((spelling) => `http://${spelling}:8080/canary`),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('no spelling, no redirect and no name leads to a private address', async () => {
  const canary = await startCanary()
  onTestFinished(canary.close)
  const targets = [...canary.spellings, 'http://localhost:8080/', 'http://[::1]:8080/']
  const site = await serveSites({
    'www.oakfield-bakery.com': {
      '/': `${targets
        .map((target, index) => `<a href="${target}">contact</a><a href="/contact${index}">Contact</a>`)
        .join('')}<iframe src="http://169.254.169.254/latest/"></iframe>info@oakfield-bakery.com`,
      ...Object.fromEntries(
        targets.map((location, index) => [`/contact${index}`, { status: 302, headers: { location } }]),
      ),
    },
  })
  const options = {
    spacing: noSpacing,
    connectTo: (hostname: string) =>
      hostname === 'www.oakfield-bakery.com' ? { host: '127.0.0.1', port: site.port } : undefined,
    dns: async () => [canary.host],
  }
  const crawler = createCrawler(options)
  const report = await crawler.findContacts({ name: '', website: 'http://www.oakfield-bakery.com' })
  for (const website of targets) await crawler.findContacts({ name: '', website })
  expect(report.contacts.map(({ email }) => email)).toEqual(['info@oakfield-bakery.com'])
  expect(canary.requests).toEqual([])

  const trusting = createCrawler({ ...options, allowPrivate: [`${canary.host}:8080`] })
  await trusting.findContacts({ name: '', website: canary.spellings[1]! })
  expect(canary.requests).toContain('/canary')
  await Promise.all([crawler.close(), trusting.close(), site.close()])
})

test('a name is checked while connecting, whatever it resolved to before', async () => {
  const canary = await serveSites({})
  const answers = [['93.184.215.14'], ['127.0.0.1']]
  const resolve = async (): Promise<string[]> => answers.shift() ?? ['127.0.0.1']
  await resolve()
  const network = createNetwork({
    userAgent: 'test',
    limits: defaultLimits,
    resolve,
    allowPrivate: new Set(),
  })
  await expect(network.fetch(requestFor(`http://rebinding.com:${canary.port}/`))).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await expect(network.fetch(requestFor(`http://127.0.0.1:${canary.port}/`))).rejects.toMatchObject({
    kind: 'forbidden',
  })
  expect(canary.requests).toEqual([])
  await Promise.all([network.close(), canary.close()])
})

test('an exception allows a private address at its port', async () => {
  const site = await serveSites({ 'bakery.localhost': { '/': 'info@bakery-of-the-demo.com' } })
  const crawler = createCrawler({
    spacing: noSpacing,
    allowPrivate: [`bakery.localhost:${site.port}`],
    dns: async () => ['127.0.0.1'],
  })
  const report = await crawler.findContacts({ name: '', website: `http://bakery.localhost:${site.port}/` })
  expect(report.outcome).toBe('found')
  await Promise.all([crawler.close(), site.close()])
})
