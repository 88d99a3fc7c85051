import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const FOLDERS = ['node_modules/left', 'node_modules/left/node_modules/deep', 'apps/one/node_modules/right']

/** A stand-in for npm that creates the lock file's packages and records the call. */
const npmFor = (folders: string[]) => `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
for (const folder of ${JSON.stringify(folders)}) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(folder + '/package.json', '{}')
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: ${JSON.stringify(entriesOf(folders))} }))
appendFileSync('npm-calls', process.argv[2] + '\\n')
`

function entriesOf(folders: string[]) {
  return Object.fromEntries(folders.map((folder) => [folder, { version: '1.0.0', integrity: 'sha512-x' }]))
}

/** A clone after a first successful 'npm start'. */
function startedClone(folders = FOLDERS): string {
  const root = mkdtempSync(path.join(tmpdir(), 'goldpan-bootstrap-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(path.join(root, 'tools'))
  for (const name of ['bootstrap.mjs', 'bootstrap-npm.mjs', 'bootstrap-repair.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(root, 'tools', name))
  // Packages for other platforms are in the lock file but not on disk.
  const packages = {
    '': {},
    'apps/one': { version: '1.0.0' },
    ...entriesOf(folders),
    'node_modules/of-another-system': { version: '1.0.0', integrity: 'sha512-x', optional: true },
  }
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(path.join(root, 'npm-cli.js'), npmFor(folders))
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}')
  expect(start(root)).toBe(0)
  expect(npmCallsOf(root)).toEqual(['ci'])
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

const npmCallsOf = (root: string): string[] => {
  const list = path.join(root, 'npm-calls')
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
}

test('a complete installation is not repeated', () => {
  const root = startedClone()
  expect(start(root)).toBe(0)
  expect(npmCallsOf(root)).toEqual(['ci'])
})

test.each(FOLDERS)('without %s, npm start repairs the installation despite the stamp', (folder) => {
  const root = startedClone()
  rmSync(path.join(root, folder), { recursive: true })
  expect(start(root)).toBe(0)
  expect(existsSync(path.join(root, folder, 'package.json'))).toBe(true)
  expect(npmCallsOf(root)).toEqual(['ci', 'ci'])
})

test('a workspace’s whole node_modules or npm’s own list may be missing', () => {
  const root = startedClone()
  rmSync(path.join(root, 'apps/one/node_modules'), { recursive: true })
  expect(start(root)).toBe(0)
  rmSync(path.join(root, 'node_modules/.package-lock.json'))
  expect(start(root)).toBe(0)
  expect(npmCallsOf(root)).toEqual(['ci', 'ci', 'ci'])
  expect(existsSync(path.join(root, 'apps/one/node_modules/right/package.json'))).toBe(true)
})

test('without its stamp, too, an incomplete installation is repaired', () => {
  const root = startedClone()
  rmSync(path.join(root, 'node_modules/.goldpan-installed'))
  rmSync(path.join(root, 'apps/one/node_modules'), { recursive: true })
  expect(start(root)).toBe(0)
  expect(npmCallsOf(root)).toEqual(['ci', 'ci'])
})

test('checking a thousand packages takes less than 100 ms', () => {
  const folders = Array.from({ length: 1000 }, (_, n) => `node_modules/package-${n}`)
  const root = startedClone(folders)
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
  expect(npmCallsOf(root)).toEqual(['ci'])
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThan(100)
})
