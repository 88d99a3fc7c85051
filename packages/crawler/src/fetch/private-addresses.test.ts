import { expect, test } from 'vitest'
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

test('every spelling of a literal address is seen as one', () => {
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

test('names of somebody else’s network are local', () => {
  expect(
    ['localhost', 'localhost.', 'intranet', 'printer.local', 'db.internal', 'x.home.arpa', 'a.onion'].every(
      isLocalName,
    ),
  ).toBe(true)
  expect(isLocalName('oakfield.com')).toBe(false)
})

test('no spelling, no redirect and no name leads to a private address', async () => {
  const canary = await serveSites({})
  const at = (host: string): string => `http://${host}:${canary.port}/canary`
  const spellings = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0x7f000001',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '127.1',
    'inside.oakfield-bakery.com',
  ]
  const site = await serveSites({
    'www.oakfield-bakery.com': {
      '/': `${spellings
        .map((host, index) => `<a href="${at(host)}">contact</a><a href="/contact${index}">Contact</a>`)
        .join('')}<iframe src="http://169.254.169.254/latest/"></iframe>info@oakfield-bakery.com`,
      ...Object.fromEntries(
        spellings.map((host, index) => [
          `/contact${index}`,
          { status: 302, headers: { location: at(host) } },
        ]),
      ),
    },
  })
  const crawler = createCrawler({
    spacing: noSpacing,
    connectTo: (hostname) =>
      hostname === 'www.oakfield-bakery.com' ? { host: '127.0.0.1', port: site.port } : undefined,
    dns: async () => ['127.0.0.1'],
  })
  const report = await crawler.findContacts({ name: '', website: 'http://www.oakfield-bakery.com' })
  for (const host of spellings) await crawler.findContacts({ name: '', website: at(host) })
  expect(report.contacts.map(({ email }) => email)).toEqual(['info@oakfield-bakery.com'])
  expect(canary.requests).toEqual([])
  await Promise.all([crawler.close(), canary.close(), site.close()])
})

test('a name is refused in the moment of connecting, whatever it resolved to before', async () => {
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

test('a named exception may be private, with its port', async () => {
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
