import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page } from '../test/crawl-sites.ts'
import { type SiteServer, serveSites } from '../test/site-server.ts'

let server: SiteServer
beforeAll(async () => {
  server = await serveSites({
    'www.oakfield-bakery.com': {
      '/': page('', '/contact'),
      '/contact': page('Owner: Mary Roe, mary@oakfield-bakery.com'),
    },
    'www.mill-house.com': { '/': page('mill@mill-house.com') },
  })
})
afterAll(() => server.close())

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

test('one website is printed as a readable report', async () => {
  const { code, out } = await run(
    'http://www.oakfield-bakery.com',
    '--connect-to',
    `127.0.0.1:${server.port}`,
    '--ignore-spacing',
  )
  expect(code).toBe(0)
  expect(out).toContain('mary@oakfield-bakery.com  (Mary Roe, Owner)')
  expect(out).toContain('http://www.oakfield-bakery.com/contact, plain-text')
})

test('several websites are printed as one line of JSON per contact', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crawl-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'businesses.jsonl')
  const lines = [
    { name: 'Oakfield', website: 'http://www.oakfield-bakery.com', address: '', phone: '' },
    { name: 'None' },
    { name: 'Mill', website: 'www.mill-house.com' },
  ]
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const { out } = await run(
    '--input',
    file,
    '--json',
    '--connect-to',
    `127.0.0.1:${server.port}`,
    '--ignore-spacing',
    '--concurrency',
    '2',
  )
  const contacts = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(contacts.map(({ host }) => host).sort()).toEqual(['www.mill-house.com', 'www.oakfield-bakery.com'])
  expect(Object.keys(contacts[0])).toEqual([
    'host',
    'email',
    'first_name',
    'last_name',
    'title',
    'phone',
    'source_url',
    'method',
    'confidence',
  ])
})

test('wrong options are refused with a sentence', async () => {
  expect(await run()).toMatchObject({ code: 2 })
  expect(await run('x.com', '--budget-ms', 'soon')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--budget-ms must be a whole number'),
  })
  expect(await run('x.com', '--connect-to', 'nowhere')).toMatchObject({
    code: 2,
    err: expect.stringContaining('host:port'),
  })
  expect(await run('--input', '/no/such/file')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no such file'),
  })
})
