import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { supportRoutes } from '@goldpan/contract/support'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startTestApp } from '../harness.ts'

const { alice, app } = await startTestApp()

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** A PNG of black pixels at 1 bit each, compressed to a thousandth. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SCRIPT = '<script>alert(1)</script>'
const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#c90' } })
const [png, jpeg, gif] = await Promise.all([
  picture.clone().png().toBuffer(),
  picture.clone().jpeg().toBuffer(),
  picture.clone().gif().toBuffer(),
])
const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`)

const REFUSED: [string, Buffer][] = [
  [
    'a picture of 400 million pixels in 50 kB',
    pngOf(20_000, 20_000, deflateSync(Buffer.alloc(20_000 * 2501), { level: 9 })),
  ],
  ['a picture that claims 2 billion pixels', pngOf(65_535, 32_768, deflateSync(Buffer.alloc(100)))],
  ['SVG with a script', svg(SCRIPT)],
  ['SVG that loads a file', svg('<image href="file:///etc/passwd" width="9" height="9"/>')],
  [
    'SVG with an entity',
    Buffer.from(`<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`),
  ],
  ['packed SVG', gzipSync(svg(SCRIPT))],
  ['a web page', Buffer.from(`<!doctype html>${SCRIPT}`)],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01')],
  ['an archive', Buffer.from('PK\x03\x04\x14\x00')],
]

const upload = (content: Buffer, fileName = 'a.png') =>
  alice.call(signatureRoutes.uploadImage, {
    file: new Blob([new Uint8Array(content)], { type: 'image/png' }),
    fileName,
  })

const send = (content: Buffer) =>
  alice.call(supportRoutes.send, {
    file: new Blob([new Uint8Array(content)], { type: 'image/png' }),
    fileName: 'a.png',
    body: { title: 'A picture', description: 'See there.' },
  })

test.each(REFUSED)('%s is refused as an image of a signature and as a screenshot', async (_, content) => {
  expect(content.length).toBeLessThan(1_000_000)
  for (const { status, refusal } of [await upload(content), await send(content)])
    expect([status, refusal.message?.length > 10]).toEqual([400, true])
})

const MIXED: [string, Buffer][] = [
  ['PNG whose data go on for 60 MB', pngOf(16, 16, deflateSync(Buffer.alloc(60_000_000), { level: 9 }))],
  ['PNG and a web page', Buffer.concat([png, Buffer.from(SCRIPT)])],
  ['JPEG and an archive', Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${SCRIPT}`)])],
  ['GIF that is a script as well', Buffer.concat([gif, Buffer.from(`/*${SCRIPT}*/`)])],
  [
    'PNG with words inside',
    Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`c\0${SCRIPT}`)), png.subarray(33)]),
  ],
]

test.each(MIXED)('%s: only the image is kept', async (_, content) => {
  const { status, answer } = await upload(content, `x.html`)
  expect(status).toBe(200)
  const served = await app.server.inject({ url: new URL(answer.url).pathname })
  expect(served.rawPayload.includes('script')).toBe(false)
  expect(served.headers['content-type']).toMatch(/^image\/(png|jpeg)$/)
  expect(served.headers['x-content-type-options']).toBe('nosniff')
})

test('a file’s name affects neither where it is stored nor how it is served', async () => {
  for (const name of ['../../../escape.html', 'a.svg', 'x'.repeat(5000), 'a\r\nb: c.png', 'con.png']) {
    const { status, answer } = await upload(png, name)
    expect(status).toBe(200)
    expect(answer.url).toMatch(/^http:\/\/localhost:3000\/files\/signatures\/[0-9a-f-]{36}\.png$/)
  }
})
