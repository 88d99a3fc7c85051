import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PLACES = ['node_modules/left', 'node_modules/left/node_modules/deep', 'apps/one/node_modules/right']

/** A stand-in for npm that creates the lock file's packages and records the call. */
const npmFor = (places: string[]) => `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
for (const place of ${JSON.stringify(places)}) {
  mkdirSync(place, { recursive: true })
  writeFileSync(place + '/package.json', '{}')
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: ${JSON.stringify(entriesOf(places))} }))
appendFileSync('asked', process.argv[2] + '\\n')
`

function entriesOf(places: string[]) {
  return Object.fromEntries(places.map((place) => [place, { version: '1.0.0', integrity: 'sha512-x' }]))
}

/** A clone after a first successful 'npm start'. */
function startedClone(places = PLACES): string {
  const root = mkdtempSync(path.join(tmpdir(), 'goldpan-bootstrap-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(path.join(root, 'tools'))
  for (const name of ['bootstrap.mjs', 'bootstrap-npm.mjs', 'bootstrap-repair.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(root, 'tools', name))
  // Packages for other platforms are in the lock file but not on disk.
  const packages = {
    '': {},
    'apps/one': { version: '1.0.0' },
    ...entriesOf(places),
    'node_modules/of-another-system': { version: '1.0.0', integrity: 'sha512-x', optional: true },
  }
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(path.join(root, 'npm-cli.js'), npmFor(places))
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}')
  expect(start(root)).toBe(0)
  expect(askedOf(root)).toEqual(['ci'])
  return root
}

function start(root: string): number | null {
  const { status } = spawnSync(
    process.execPath,
    ['-e', "import('./tools/bootstrap.mjs').then(({ ensureInstalled }) => ensureInstalled())"],
    {
      cwd: root,
      env: { PATH: '', npm_execpath: path.join(root, 'npm-cli.js'), npm_node_execpath: process.execPath },
    },
  )
  return status
}

const askedOf = (root: string): string[] => {
  const list = path.join(root, 'asked')
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
}

test('what is installed whole is not installed again', () => {
  const root = startedClone()
  expect(start(root)).toBe(0)
  expect(askedOf(root)).toEqual(['ci'])
})

test.each(PLACES)('without %s the stamp alone is not believed, and npm start repairs itself', (place) => {
  const root = startedClone()
  rmSync(path.join(root, place), { recursive: true })
  expect(start(root)).toBe(0)
  expect(existsSync(path.join(root, place, 'package.json'))).toBe(true)
  expect(askedOf(root)).toEqual(['ci', 'ci'])
})

test("a workspace's whole node_modules, or npm's own list, may be missing", () => {
  const root = startedClone()
  rmSync(path.join(root, 'apps/one/node_modules'), { recursive: true })
  expect(start(root)).toBe(0)
  rmSync(path.join(root, 'node_modules/.package-lock.json'))
  expect(start(root)).toBe(0)
  expect(askedOf(root)).toEqual(['ci', 'ci', 'ci'])
  expect(existsSync(path.join(root, 'apps/one/node_modules/right/package.json'))).toBe(true)
})

test('without its stamp, too, an incomplete installation is not taken for a whole one', () => {
  const root = startedClone()
  rmSync(path.join(root, 'node_modules/.goldpan-installed'))
  rmSync(path.join(root, 'apps/one/node_modules'), { recursive: true })
  expect(start(root)).toBe(0)
  expect(askedOf(root)).toEqual(['ci', 'ci'])
})

test('a look at a thousand packages takes less than 100 ms', () => {
  const places = Array.from({ length: 1000 }, (_, n) => `node_modules/package-${n}`)
  const root = startedClone(places)
  const timed = `
    const { ensureInstalled } = await import('./tools/bootstrap.mjs')
    const before = process.cpuUsage()
    await ensureInstalled()
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', timed], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(askedOf(root)).toEqual(['ci'])
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThan(100)
})
