import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import {
  headerBlock,
  MAX_HEADER_BYTES,
  MAX_TEXT_BYTES,
  namesOriginal,
  withoutFiles,
} from './message-parts.rules.ts'
import { mailWithFile } from './suite.ts'

const message = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

test('a message that was cut within a file keeps its text', async () => {
  const source = mailWithFile('large', 3_000_000).subarray(0, 100_000)
  const parsed = await PostalMime.parse(withoutFiles(source))
  expect(parsed.subject).toBe('large')
  expect(parsed.text).toContain('Grüße, yes please')
  expect(parsed.html).toContain('<p>yes please</p>')
  expect(parsed.attachments).toEqual([])
})

test('a report keeps its status and the headers of the message that bounced', () => {
  const report = message(
    'Subject: Undelivered',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b=1"',
    '',
    '--b=1',
    'Content-Type: text/plain',
    '',
    'It bounced.',
    '--b=1',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; sam@shop.example',
    '--b=1',
    'Content-Type: message/rfc822',
    '',
    'Message-ID: <ours@own.example>',
    'Subject: Offer',
    '',
    'A long text',
    '--b=1--',
    '',
  )
  const kept = withoutFiles(report).toString()
  expect(kept).toContain('It bounced.')
  expect(kept).toContain('Final-Recipient: rfc822; sam@shop.example')
  expect(kept).toContain('Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours@own.example>')
  expect(kept).not.toContain('A long text')
})

test('files are left out: a PDF alone, text that is attached, and whatever has no end', () => {
  expect(withoutFiles(message('Subject: a', 'Content-Type: application/pdf', '', 'PDF')).toString()).toBe(
    'Subject: a\r\nContent-Type: application/pdf\r\n\r\n',
  )
  const attached = message(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Disposition: attachment; filename=a.txt',
    '',
    'secret',
    '--b',
    '',
    'kept',
  )
  expect(withoutFiles(attached).toString()).toMatch(/^(?!.*secret).*kept/s)
})

test('what is hostile stays within its limits', () => {
  const nested = Array.from(
    { length: 500 },
    () => 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n',
  ).join('')
  const many = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(50_000)}`
  const long = `X: ${'x'.repeat(70)}\r\n`.repeat(30_000)
  for (const source of [nested, many, long, `Subject: a\r\n\r\n${'x'.repeat(2_000_000)}`, '', '\r\n', '--b'])
    expect(withoutFiles(Buffer.from(source)).length).toBeLessThanOrEqual(MAX_TEXT_BYTES)
})

test('a header block is made of names and values, whatever they hold', () => {
  const block = headerBlock([
    { name: 'Subject', value: 'Grüße\r\n\r\nFrom: evil@evil.example' },
    { name: 'X-A: b\r\nFrom', value: 'x' },
    { name: 'To', value: 'pat@own.example' },
  ])
  expect(block.toString()).toBe('Subject: Grüße\r\n From: evil@evil.example\r\nTo: pat@own.example\r\n')
  const long = headerBlock(Array.from({ length: 2000 }, () => ({ name: 'X-Long', value: 'x'.repeat(70) })))
  expect(long.length).toBeLessThanOrEqual(MAX_HEADER_BYTES)
  expect(long.toString().endsWith('x\r\n')).toBe(true)
})

test('only a provider names the original of a message; a reply to it does not', () => {
  const named = (field: string) =>
    namesOriginal(Buffer.from(`Subject: a\r\n${field}\r\n`), 'ours@own.example')
  expect(named('X-Microsoft-Original-Message-ID: <ours@own.example>')).toBe(true)
  expect(named('X-Google-Original-Message-ID:\r\n <ours@own.example>')).toBe(true)
  expect(named('References: <ours@own.example>')).toBe(false)
  expect(named('X-Google-Original-Message-ID: <ours@own.example.org>')).toBe(false)
})
