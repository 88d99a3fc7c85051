import { describe, expect, test } from 'vitest'
import { listFiles, readFile, readInertHtml } from '../src/mail-files.ts'
import { plainFileName, plainName } from '../src/plain-name.ts'
import { PIXEL_BYTES, PIXEL_URL } from './hostile-html.ts'
import { rawMail } from './messages.ts'

interface Part {
  type: string
  name?: string
  bytes: Buffer
  more?: string
}

const mailWith = (parts: Part[], html = '<p>Hello</p>'): Buffer =>
  rawMail(
    { From: 'bo@bakery.example', 'Content-Type': 'multipart/mixed; boundary=b' },
    [
      `--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n`,
      ...parts.map(({ type, name, bytes, more = '' }) => {
        const file = name === undefined ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
        const head = `Content-Type: ${type}\nContent-Disposition: attachment${file}\nContent-Transfer-Encoding: base64\n${more}`
        return `--b\n${head}\n${bytes.toString('base64').replace(/.{76}/g, '$&\n')}\n`
      }),
      '--b--\n',
    ].join(''),
  )

const pdf = Buffer.from('%PDF-1.7 offer')
const starting = (...bytes: (number | string)[]) =>
  Buffer.concat(
    bytes.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : Buffer.from([each]))),
  )

describe('the files of a message', () => {
  test('are listed with name, type and size, and read by their id (INBOX-38)', async () => {
    const raw = mailWith([
      { type: 'application/pdf', name: 'Offer März.pdf', bytes: pdf },
      { type: 'image/png', name: 'logo.png', bytes: PIXEL_BYTES },
    ])
    expect(await listFiles(raw)).toEqual([
      { id: '1', name: 'Offer März.pdf', type: 'application/pdf', size: pdf.length },
      { id: '2', name: 'logo.png', type: 'image/png', size: PIXEL_BYTES.length },
    ])
    expect(await readFile(raw, '1')).toEqual({
      name: 'Offer März.pdf',
      type: 'application/octet-stream',
      bytes: pdf,
    })
    expect(await readFile(raw, '2')).toEqual({ name: 'logo.png', type: 'image/png', bytes: PIXEL_BYTES })
    for (const id of ['0', '3', '01', '1.0', '-1', '', '__proto__', '1e0', ' 1'])
      expect(await readFile(raw, id), id).toBeNull()
  })

  test.each([
    ['image/png', starting(0x89, 'PNG\r\n', 0x1a, '\n rest')],
    ['image/jpeg', starting(0xff, 0xd8, 0xff, 'rest')],
    ['image/gif', starting('GIF89a rest')],
    ['image/webp', starting('RIFF\x10\x00\x00\x00WEBPVP8 ')],
  ])('%s is recognised by its content, whatever it is called (INBOX-38)', async (type, bytes) => {
    const raw = mailWith([{ type: 'text/html', name: 'x.html', bytes }])
    expect((await listFiles(raw))[0]?.type).toBe(type)
    expect((await readFile(raw, '1'))?.type).toBe(type)
  })

  test.each([
    ['image/png', '<script>alert(1)</script>'],
    ['image/svg+xml', '<svg onload="alert(1)"/>'],
    ['image/gif', 'GIF88a'],
    ['image/jpeg', ''],
    ['text/html', '<script>alert(1)</script>'],
    ['application/xhtml+xml', '<html/>'],
    ['image/webp', 'RIFF....WAVE'],
    ['image/png', ' \x89PNG\r\n\x1a\n'],
  ])('%s with the content %j is a download (INBOX-38)', async (type, content) => {
    const raw = mailWith([{ type, name: 'a.png', bytes: Buffer.from(content, 'latin1') }])
    expect((await readFile(raw, '1'))?.type).toBe('application/octet-stream')
    expect((await listFiles(raw))[0]?.type).not.toMatch(/^image\//)
  })

  test('at most 100 are listed and read (INBOX-38)', async () => {
    const raw = mailWith(
      Array.from({ length: 130 }, (_, at) => ({ type: 'application/pdf', name: `${at}.pdf`, bytes: pdf })),
    )
    expect(await listFiles(raw)).toHaveLength(100)
    expect(await readFile(raw, '101')).toBeNull()
  })

  test.each([
    ['in\u202evoice\u2066fdp.exe', 'invoicefdp.exe'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\a.dll', 'C__Windows_a.dll'],
    ['a\r\nContent-Type: text/html\r\n.pdf', 'a Content-Type_ text_html .pdf'],
    ['a\0b\u0007c.pdf', 'abc.pdf'],
    ['  .hidden. ', 'hidden'],
    ['a"b;c.pdf', 'a_b;c.pdf'],
    ['\ud800x.pdf', '\ufffdx.pdf'],
    ['in\u200bvoice\u00ad\u2028.pdf', 'invoice .pdf'],
    ['حساب.pdf', 'حساب.pdf'],
    ['👩‍🍳.png', '👩‍🍳.png'],
  ])('the file name %j becomes %j (INBOX-38)', (given, name) => {
    expect(plainFileName(given)).toBe(name)
    expect(encodeURIComponent(name)).toMatch(/^[\x21-\x7e]+$/)
  })

  test('long file names keep their extension (INBOX-38)', () => {
    expect(plainFileName(`${'ä'.repeat(500)}.pdf`)).toBe(`${'ä'.repeat(196)}.pdf`)
    expect(plainFileName(`${'😀'.repeat(500)}.pdf`).length).toBeLessThanOrEqual(200)
    expect(plainFileName(`a.${'b'.repeat(500)}`)).toHaveLength(200)
  })

  test('files without a name get one by their type (INBOX-38)', async () => {
    const raw = mailWith([
      { type: 'application/pdf', bytes: pdf },
      { type: 'application/pdf', name: '\u202e', bytes: PIXEL_BYTES },
      { type: 'message/rfc822', bytes: Buffer.from('Subject: x\n\nhi') },
    ])
    expect((await listFiles(raw)).map(({ name }) => name)).toEqual([
      'attachment',
      'picture.png',
      'message.eml',
    ])
  })

  test('a message made to overload the parser has none (INBOX-38)', async () => {
    const many = rawMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\n\nx\n'.repeat(5_000))
    const short = rawMail({ 'Content-Type': 'text/plain' }, 'a\n'.repeat(2_000_000))
    const head = Buffer.from(`${'X-Y: z\r\n'.repeat(100_000)}\r\nhi`)
    for (const raw of [many, short, head, Buffer.alloc(0), Buffer.alloc(1_000_000)]) {
      expect(await listFiles(raw)).toEqual([])
      expect(await readFile(raw, '1')).toBeNull()
      expect(await readInertHtml(raw, { pictures: false })).toBeNull()
    }
  })
})

describe('the formatted part of a message', () => {
  test('shows attached pictures, and remote ones only when asked (INBOX-39, INBOX-40)', async () => {
    const raw = mailWith(
      [{ type: 'image/png', name: 'a.png', bytes: PIXEL_BYTES, more: 'Content-ID: <a@b>\n' }],
      '<img src="cid:a@b"><img src="https://remote.example/x.png"><script>alert(1)</script>',
    )
    const closed = await readInertHtml(raw, { pictures: false })
    expect(closed?.html).toContain(
      `<img src="${PIXEL_URL}" referrerpolicy="no-referrer" alt="" /><img alt="" />`,
    )
    expect(closed).toMatchObject({
      hasRemotePictures: true,
      html: expect.not.stringContaining('remote.example'),
    })
    expect((await readInertHtml(raw, { pictures: true }))?.html).toContain(
      'src="https://remote.example/x.png"',
    )
  })

  test('shows no attached file that only claims to be a picture (INBOX-40)', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const raw = mailWith(
      [{ type: 'image/png', name: 'a.png', bytes: svg, more: 'Content-ID: <a@b>\n' }],
      '<img src="cid:a@b">',
    )
    expect((await readInertHtml(raw, { pictures: true }))?.html).toContain('<body><img alt="" />')
  })

  test('is absent from plain text', async () => {
    expect(await readInertHtml(rawMail({ From: 'a@b.example' }, 'hi'), { pictures: false })).toBeNull()
  })
})

test('names lose control and bidirectional characters and line breaks (INBOX-41)', () => {
  expect(plainName('Bo\u202e Lind\r\nBcc: x\u200f\0')).toBe('Bo Lind Bcc: x')
  expect(plainName('\u2067\u061c\u200e')).toBe('')
  expect(plainName('Zoë O’Brien שלום')).toBe('Zoë O’Brien שלום')
})
