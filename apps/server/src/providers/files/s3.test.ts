import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureRoutes } from '@goldpan/contract/signatures'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { startS3Server } from '../../../test/s3-server.ts'
import { readConfig } from '../../config.ts'
import { createS3Files } from './s3.ts'
import { testFiles } from './suite.ts'

const server = await startS3Server()
const options = { ...server.credentials, endpoint: server.url, region: 'eu-central-1', bucket: 'goldpan' }

testFiles('S3', async () => createS3Files(options))

test('a busy service is retried; a refusal is reported without the secret', async () => {
  const files = createS3Files(options)
  server.failNext(2, 503)
  await files.put('signatures/busy.png', Buffer.from('kept'))
  expect(await files.get('signatures/busy.png')).toEqual(Buffer.from('kept'))

  const stranger = createS3Files({ ...options, secretAccessKey: 'another-secret' })
  await expect(stranger.put('signatures/x.png', Buffer.from('x'))).rejects.toThrow(
    'S3 answered 403 (SignatureDoesNotMatch) to PUT of a file',
  )
  await expect(stranger.get('signatures/busy.png')).rejects.toThrow('403')
  expect(await files.get('signatures/x.png')).toBeNull()
})

test('a backup’s file is streamed from disk with its length, and read as a stream', async () => {
  const files = createS3Files(options)
  const folder = await mkdtemp(join(tmpdir(), 'goldpan-s3-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const content = randomBytes(3_000_000)
  await writeFile(join(folder, 'large.png'), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await files.write('signatures/large.png', await openAsBlob(join(folder, 'large.png')), sha256)
  expect(server.contentOf('signatures/large.png')?.equals(content)).toBe(true)

  const parts: Uint8Array[] = []
  for await (const part of (await files.read('signatures/large.png'))!) parts.push(part)
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_000_000)
  expect(await files.read('signatures/none.png')).toBeNull()
})

test('a body changed in transit is not stored', async () => {
  const files = createS3Files(options)
  server.changeNextBody()
  await expect(files.put('signatures/changed.png', Buffer.from('as it was'))).rejects.toThrow(
    'XAmzContentSHA256Mismatch',
  )
  expect(await files.get('signatures/changed.png')).toBeNull()
})

test('an image uploaded to one machine is served by another, from neither one’s disk', async () => {
  const [one, other] = [createS3Files(options), createS3Files(options)]
  const first = await startTestApp({ ports: { files: one } })
  const second = await startTestApp({ ports: { files: other }, databaseUrl: first.databaseUrl })
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c90' } })
    .png()
    .toBuffer()
  const { answer } = await first.alice.call(signatureRoutes.uploadImage, {
    file: new Blob([new Uint8Array(png)], { type: 'image/png' }),
    fileName: 'p.png',
  })
  const { pathname } = new URL(answer.url)
  const shown = await second.app.server.inject(pathname)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect(server.keys()).toContain(pathname.replace('/files/', ''))
})

test('a bucket without its key is refused at the start', () => {
  expect(() => readConfig({ S3_BUCKET: 'goldpan' })).toThrow(
    'Missing required environment variables: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  )
})
