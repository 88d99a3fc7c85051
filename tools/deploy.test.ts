import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../apps/server/src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const known = new Set<string>(Object.values(settings).map(({ name }) => name))

/** What PostgreSQL's own image and its client are told. */
const OF_POSTGRES = /^(POSTGRES_(USER|PASSWORD|DB)|PGPASSWORD)$/

test('the settings that the compose file and the image pass on are settings of Goldpan', () => {
  const passed = [...read('deploy/compose.yaml').matchAll(/^\s+([A-Z][A-Z_]+):/gm)].map((found) => found[1]!)
  const image = [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    [...line!.matchAll(/([A-Z_]+)=/g)].map((found) => found[1]!),
  )
  const unit = [...read('deploy/goldpan.service').matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) =>
    [...line!.matchAll(/([A-Z_]+)=/g)].map((found) => found[1]!),
  )
  const names = [...passed, ...image, ...unit].filter((name) => !OF_POSTGRES.test(name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test("no password is pasted into an address, and the proxy that is trusted is the compose file's own network", () => {
  const compose = read('deploy/compose.yaml')
  expect(compose).not.toMatch(/:\/\/[^\s@]*\$/)
  const [, network] = /- subnet: (\S+)/.exec(compose)!
  expect(compose).toContain(`TRUST_PROXY: \${TRUST_PROXY:-${network}}`)
})

test('each role of the application has its process in the compose file', () => {
  const roles = [...read('deploy/compose.yaml').matchAll(/^\s+ROLES: (\w+)$/gm)].map((found) => found[1])
  expect(roles).toEqual(['web', 'worker', 'inbound'])
})

test('the image and the unit start the program that npm start starts, as nobody who owns it', () => {
  const program = 'apps/server/src/main.ts'
  expect(existsSync(join(root, program))).toBe(true)
  const [, option] = /becomeNode\(\[\s*'(--\S+)'/.exec(read('tools/start.mjs'))!
  expect(read('Dockerfile')).toContain(`CMD ["node", "${option}", "${program}"]`)
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
  expect(read('deploy/goldpan.service')).toMatch(
    new RegExp(`^ExecStart=\\S+/bin/node ${option} ${program}$`, 'm'),
  )
  expect(read('deploy/goldpan.service')).toMatch(/^User=goldpan$/m)
})

test('the image is built from what is in the repository alone', () => {
  const left = read('.dockerignore').split('\n')
  expect(left).toEqual(expect.arrayContaining(['.git', 'data', '**/node_modules', '**/dist', '.env']))
})
