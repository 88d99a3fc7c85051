import { expect, test } from 'vitest'
import type { MailPort } from './port.ts'

export interface MailSuite {
  mail: MailPort
  /** Raw messages that the server received for a recipient. */
  received: (to: string) => Promise<Buffer[]>
}

const message = (to: string) => ({
  raw: Buffer.from(`From: a@goldpan.example\r\nTo: ${to}\r\nSubject: Hello\r\n\r\n.a line with a dot\r\n`),
  envelope: { from: 'b+token@bounce.example', to },
})

/** Behaviour of every mail adapter. */
export function mailSuite(name: string, prepare: () => Promise<MailSuite>): void {
  test(`${name}: hands a message over byte by byte`, async () => {
    const { mail, received } = await prepare()
    const sent = message('one@shop.example')
    expect(await mail.handOver(sent)).toMatchObject({ outcome: 'accepted', code: 250 })
    expect((await received('one@shop.example')).map(String)).toEqual([sent.raw.toString()])
  })

  test(`${name}: calls beforeBody, and does not send a withdrawn message`, async () => {
    const { mail, received } = await prepare()
    const result = await mail.handOver(message('two@shop.example'), { beforeBody: async () => false })
    expect(result.outcome).toBe('not_sent')
    expect(await received('two@shop.example')).toEqual([])
    expect((await mail.handOver(message('two@shop.example'), { beforeBody: async () => true })).outcome).toBe(
      'accepted',
    )
  })

  test(`${name}: a database that fails before the body leaves the message unsent`, async () => {
    const { mail, received } = await prepare()
    const result = await mail.handOver(message('three@shop.example'), {
      beforeBody: () => Promise.reject(new Error('down')),
    })
    expect(result.outcome).toBe('not_sent')
    expect(await received('three@shop.example')).toEqual([])
  })

  test(`${name}: many concurrent messages arrive, each once`, async () => {
    const { mail, received } = await prepare()
    const names = Array.from({ length: 40 }, (_, n) => `many-${n}@shop.example`)
    await Promise.all(names.map((to) => mail.handOver(message(to))))
    const counts = await Promise.all(names.map(async (to) => (await received(to)).length))
    expect(new Set(counts)).toEqual(new Set([1]))
  })
}
