import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { serveWebApp } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'goldpan-web-'))
const script = 'console.log(1);'.repeat(100)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Goldpan</title>')
writeFileSync(join(folder, 'assets/a-1.js'), script)
writeFileSync(join(folder, 'assets/a-1.js.br'), brotliCompressSync(script))

const server = Fastify()
await serveWebApp(server, folder)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('a script is sent in the best encoding of the browser and cached forever', async () => {
  const url = '/assets/a-1.js'
  const small = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(small.headers['content-type']).toContain('javascript')
  expect(small.headers['cache-control']).toContain('immutable')
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script)
  expect((await server.inject(url)).body).toBe(script)
})

test('every path gets the application’s page, except the server’s own', async () => {
  expect((await server.inject('/tables/1')).body).toContain('<title>Goldpan</title>')
  expect((await server.inject('/no-such-screen?q=a.b')).body).toContain('<title>Goldpan</title>')
  for (const url of [
    '/api/nothing',
    '/api',
    '/assets/gone.js',
    '/.well-known/security',
    '/.git/config',
    '/wp-login.php',
  ])
    await expectRefused(url)
})

async function expectRefused(url: string) {
  expect((await server.inject(url)).body).not.toContain('<title>')
}
