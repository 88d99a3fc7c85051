import { expect, test } from 'vitest'
import { judgeHead, type Known, readHead } from './concerns.rules.ts'

const known: Known = {
  ownAddresses: new Set(['pat@own.example']),
  replyDomain: 'reply.test.example',
  ourIds: new Set(['ours@reply.test.example']),
  writtenTo: new Set(['rita@shop.example']),
}

const judge = async (...lines: string[]) =>
  judgeHead(await readHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)), known)

test.each([
  ['an answer to ours', 'From: <x@y.example>', 'In-Reply-To: <ours@reply.test.example>'],
  [
    'a later message of the thread',
    'From: <x@y.example>',
    'References: <a@b> <ours@reply.test.example>\r\n <c@d>',
  ],
  ['mail from an address written to', 'From: Rita <RITA@Shop.example>', 'Subject: Hello'],
])('%s is fetched', async (_what, ...lines) => {
  expect(await judge(...lines)).toBe('fetch')
})

test.each([
  ['a delivery report', 'From: <x@y.example>', 'Content-Type: Multipart/Report; boundary=x'],
  ['mail without a return path', 'Return-Path: <>', 'From: <x@y.example>'],
  ['mail from a mailer-daemon', 'From: "Mail System" <MAILER-DAEMON@y.example>'],
  ['mail from a postmaster', 'From: postmaster@y.example'],
])('%s is read as a report', async (_what, ...lines) => {
  expect(await judge(...lines)).toBe('read report')
})

test.each([
  ['mail from a stranger', 'From: <x@y.example>', 'Subject: Re: ours@reply.test.example'],
  [
    'mail that names an address written to',
    'From: "rita@shop.example" <x@y.example>',
    'Reply-To: rita@shop.example',
  ],
  ['an answer from an own mailbox', 'From: <Pat@own.example>', 'In-Reply-To: <ours@reply.test.example>'],
  ['mail that we forwarded', 'From: <pat.x1@reply.test.example>', 'References: <ours@reply.test.example>'],
  [
    'an id in a header of another name',
    'From: <x@y.example>',
    'X-Note: In-Reply-To: <ours@reply.test.example>',
  ],
  ['nothing', ''],
])('%s is forgotten', async (_what, ...lines) => {
  expect(await judge(...lines)).toBe('forget')
})
