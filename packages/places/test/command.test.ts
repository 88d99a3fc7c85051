import { tmpdir } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { runPlacesCommand } from '../src/command.ts'
import { createTestDirectory, SAMPLE, type TestDirectory } from './database.ts'
import { encodePbf, writeBytes, writePbf } from './pbf-writer.ts'
import { at, inAlpstadt, townMap } from './town.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
})

async function run(...argv: string[]) {
  return runWith({}, ...argv)
}

async function runWith(io: { isTerminal?: boolean; signal?: AbortSignal }, ...argv: string[]) {
  let out = ''
  let err = ''
  const code = await runPlacesCommand(directory.places, argv, {
    ...io,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { code, out, err }
}

test('places import names the region after the file, reports counts, and shows progress in a terminal', async () => {
  const quiet = await run('import', SAMPLE)
  expect(quiet).toMatchObject({ code: 0, err: '' })
  expect(quiet.out).toMatch(
    /^liechtenstein: \d+ places \(\d+ new, 0 gone, \d+ duplicates merged\) out of 353,586 elements in .+s\.\n$/,
  )
  const { err } = await runWith({ isTerminal: true }, 'import', SAMPLE)
  expect(err).toMatch(/\rReading: \d+ %, [\d,]+ places/)
})

test('places list names every region with its size, its date and its licence', async () => {
  const { code, out } = await run('list')
  expect(code).toBe(0)
  expect(out).toMatch(
    /^liechtenstein\t\d+ places\topenstreetmap\t2024-03-04\tODbL-1.0\t© OpenStreetMap contributors\n$/,
  )
})

test('places search --json prints all pages, one line of JSON a business', async () => {
  const { code, out } = await run('search', '--query', 'restaurants', '--location', 'Liechtenstein', '--json')
  expect(code).toBe(0)
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.length).toBeGreaterThan(60)
  expect(new Set(lines.map(({ place_id }) => place_id)).size).toBe(lines.length)
  for (const line of lines)
    expect(Object.keys(line)).toEqual(['place_id', 'name', 'address', 'website', 'phone'])
  const few = await run(
    'search',
    '--query',
    'restaurants',
    '--location',
    'Liechtenstein',
    '--json',
    '--limit',
    '3',
  )
  expect(few.out.trimEnd().split('\n')).toEqual(out.split('\n').slice(0, 3))
})

test('places search reports a widened search on stderr', async () => {
  const { out, err } = await run('search', '--query', 'dentist', '--location', 'Planken', '--json')
  expect(err).toContain('No dentists in Planken')
  expect(out).not.toContain('No dentists')
})

test('places remove removes a region, and says so when there is none of that name', async () => {
  const path = writePbf(townMap([at(...inAlpstadt(), { shop: 'toys', name: 'Short Toys' })]))
  await run('import', path, '--region', 'short')
  expect(await run('remove', 'short')).toEqual({ code: 0, out: 'short: 1 places removed.\n', err: '' })
  expect(await run('remove', 'short')).toEqual({ code: 1, out: '', err: "There is no region 'short'.\n" })
})

test('a damaged file, a missing file and a folder end with a sentence and change nothing', async () => {
  const whole = encodePbf(townMap([at(...inAlpstadt(), { shop: 'toys', name: 'Never' })]))
  const cut = writeBytes(whole.subarray(0, whole.length - 9), 'liechtenstein.osm.pbf')
  const damaged = await run('import', cut)
  expect(damaged.code).toBe(1)
  expect(damaged.err).toMatch(/cut off.*\(at byte [\d,]+ of the file\)\. The region is as it was before\.\n$/)
  expect((await run('import', '/nowhere/x.osm.pbf')).err).toContain('no such file')
  expect((await run('import', tmpdir())).code).toBe(1)
  expect((await run('list')).out).toMatch(/^liechtenstein\t6\d\d places/)
})

test('an interrupted import leaves the region as it was', async () => {
  const stopped = await runWith({ signal: AbortSignal.abort() }, 'import', SAMPLE)
  expect(stopped).toEqual({ code: 1, out: '', err: 'Stopped. Nothing was changed.\n' })
  expect((await run('list')).out).toMatch(/^liechtenstein\t6\d\d places/)
})

test.each([
  [[]],
  [['fly']],
  [['import']],
  [['remove']],
  [['search']],
  [['search', '--query', ' ']],
  [['search', '--wrong']],
  [['search', '--query', 'x', '--limit', '0']],
])('wrong usage (%j) prints the usage', async (argv) => {
  const { code, err } = await run(...argv)
  expect(code).toBe(2)
  expect(err).toContain('Usage:')
})
