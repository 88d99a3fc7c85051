import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { signatureRoutes } from '@goldpan/contract/signatures'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { createDiskFiles } from '../../src/providers/files/disk.ts'
import { startTestApp } from '../harness.ts'
import { signIn } from '../signed-in.ts'
import { makeSmallDisk } from './small-disk.ts'
import { DISK_FULL, type ProductProcess, startWeb, until } from './worker-process.ts'

let token = ''
const UNWRITABLE = 'This could not be saved: the disk of this installation is full or cannot be written to.'

test('a full disk is refused with a message, saved data stay, and with space again everything recovers', async () => {
  const disk = makeSmallDisk()
  const environment = { DATA_DIR: disk.dataDir }
  let web = await startWeb(environment, { within: disk.within, provokes: DISK_FULL })
  token = await signIn(disk.seenFrom(web.pid))
  const saved = [await save(web, 'before@disk.example')]
  disk.fill(web.pid)

  const refused = await saveUntilRefused(web, saved)
  expect([500, 503]).toContain(refused.status)
  expect(refused.message.length).toBeGreaterThan(20)
  expect((await fetch(`${web.url}/api/health`)).status, 'the process is up').toBe(200)

  if (!disk.free(web.pid)) {
    await web.stop()
    web = await startWeb(environment, { provokes: DISK_FULL })
  }
  await until('saving works again', async () => (await save(web, 'after@disk.example')).status === 200)
  saved.push({ status: 200, email: 'after@disk.example', message: '' })
  const kept = await list(web)
  const wanted = saved.filter(({ status }) => status === 200).map(({ email }) => email)
  expect(
    wanted.filter((email) => !kept.includes(email)),
    'confirmed writes are kept',
  ).toEqual([])
  expect(new Set(kept).size).toBe(kept.length)
  await web.stop()
}, 180_000)

interface Saved {
  email: string
  status: number
  message: string
}

async function saveUntilRefused(web: ProductProcess, saved: Saved[]): Promise<Saved> {
  for (let n = 0; n < 6000; n++) {
    const answer = await save(web, `person${n}@disk.example`)
    if (answer.status !== 200) return answer
    saved.push(answer)
  }
  throw new Error('the disk was never full')
}

/** Saves random notes, which don't compress. */
async function save({ url }: ProductProcess, email: string): Promise<Saved> {
  const answer = await fetch(`${url}${prospectRoutes.create.path}`, {
    method: 'POST',
    headers: { cookie: `${SESSION_COOKIE}=${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, notes: randomBytes(14_000).toString('base64') }),
  })
  const { message = '' } = (await answer.json()) as { message?: string }
  // 409: the earlier attempt was saved and its response lost.
  return { email, status: answer.status === 409 ? 200 : answer.status, message }
}

async function list({ url }: ProductProcess): Promise<string[]> {
  const answer = await fetch(`${url}${prospectRoutes.list.path}`, {
    headers: { cookie: `${SESSION_COOKIE}=${token}` },
  })
  return ((await answer.json()) as { email: string }[]).map(({ email }) => email)
}

/** The files folder is a symlink that the test redirects. */
const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-read-only-'))
const good = path.join(folder, 'good')
const link = path.join(folder, 'files')
mkdirSync(good)
symlinkSync(good, link)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { alice, app } = await startTestApp({ ports: { files: createDiskFiles(link) } })

test('an unwritable data folder refuses images with a message, serves existing ones and recovers', async () => {
  const picture = new Blob([new Uint8Array(await drawPicture())])
  const upload = () => alice.call(signatureRoutes.uploadImage, { file: picture })
  const first = await upload()
  expect(first.status).toBe(200)

  unlinkSync(link)
  symlinkSync(unwritableFolder(folder), link)
  const refused = await upload()
  expect([refused.status, refused.refusal.code]).toEqual([503, 'server.unwritable'])
  expect(refused.refusal.message).toContain(UNWRITABLE)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await alice.call(signatureRoutes.list)).status).toBe(200)

  unlinkSync(link)
  symlinkSync(good, link)
  expect((await upload()).status).toBe(200)
  expect((await app.server.inject(new URL(first.answer.url).pathname)).statusCode).toBe(200)
})

const drawPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c90' } })
    .png()
    .toBuffer()

/** Root ignores permissions, but a kernel file system can't be written to. */
function unwritableFolder(parent: string): string {
  if (process.getuid?.() === 0) return '/sys/kernel'
  const folder = path.join(parent, 'closed')
  mkdirSync(folder)
  chmodSync(folder, 0o555)
  return folder
}
