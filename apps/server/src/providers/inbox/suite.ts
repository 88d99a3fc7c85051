import { afterAll, expect, test } from 'vitest'
import { createSmtpMail } from '../mail/smtp.ts'
import type { Inbox, InboxHandler, IncomingMail } from './port.ts'

const message = (text: string, from = 'reader@shop.example', to = 'alice@reply.example') => ({
  raw: Buffer.from(`From: ${from}\r\nTo: ${to}\r\nSubject: Re: Hello\r\n\r\n${text}\r\n`),
  envelope: { from, to },
})

/** Behaviour of every SMTP inbox, over a real socket. */
export function inboxSuite(name: string, create: () => Inbox): void {
  const inbox = create()
  const stored: IncomingMail[] = []
  let fault: Error | null = null
  const handler: InboxHandler = {
    accepts: async (address) => (address.endsWith('@reply.example') ? 'accepted' : 'unknown'),
    async store(mail) {
      if (fault) throw fault
      stored.push(mail)
    },
  }
  const opened = inbox.listen(handler)
  const sender = createSmtpMail({
    server: async () => ({
      host: '127.0.0.1',
      port: inbox.port() ?? 0,
      isSecure: false,
      isTrusted: true,
      name: 'mail.shop.example',
    }),
  })
  afterAll(async () => {
    await sender.close()
    await inbox.close()
  })
  const hand = async (...parts: Parameters<typeof message>) => {
    await opened
    return sender.handOver(message(...parts))
  }

  test(`${name}: receives a message byte by byte, with its envelope`, async () => {
    const sent = message('Yes please')
    expect(await hand('Yes please')).toMatchObject({ outcome: 'accepted', code: 250 })
    expect(stored.at(-1)!.raw.toString()).toBe(sent.raw.toString())
    expect(stored.at(-1)!.envelope).toEqual({ from: 'reader@shop.example', to: ['alice@reply.example'] })
  })

  test(`${name}: accepts the null sender of delivery reports`, async () => {
    await opened
    await sender.handOver({ ...message('failed'), envelope: { from: '', to: 'alice@reply.example' } })
    expect(stored.at(-1)!.envelope.from).toBeNull()
  })

  test(`${name}: refuses unknown recipients before the body`, async () => {
    const before = stored.length
    expect(await hand('x', 'a@b.example', 'victim@elsewhere.example')).toMatchObject({
      outcome: 'rejected',
      code: 550,
    })
    expect(stored.length).toBe(before)
  })

  test(`${name}: reports no success if a message could not be stored`, async () => {
    fault = new Error('disk full')
    expect(await hand('important')).toMatchObject({ outcome: 'deferred', code: 451 })
    fault = null
    expect((await hand('important')).outcome).toBe('accepted')
  })

  test(`${name}: refuses a message over its size limit and stays up`, async () => {
    const before = stored.length
    expect((await hand('x'.repeat(200_000))).outcome).not.toBe('accepted')
    expect(stored.length).toBe(before)
    expect((await hand('small')).outcome).toBe('accepted')
  })

  test(`${name}: receives many concurrent messages, each once`, async () => {
    stored.length = 0
    const texts = Array.from({ length: 30 }, (_, n) => `message number ${n}.`)
    await Promise.all(texts.map((text) => hand(text)))
    expect(new Set(stored.map(({ raw }) => raw.toString())).size).toBe(30)
  })
}
