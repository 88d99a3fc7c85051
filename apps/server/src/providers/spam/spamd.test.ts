import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSpamd, parseSpamdAddress } from './spamd.ts'

/** A daemon with a fixed reply, which records requests. */
async function startDaemon(answer: string) {
  const asked: string[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => {
      asked.push(text)
      socket.end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked, spam: createSpamd({ host: '127.0.0.1', port }) }
}

test('the filter gets the whole message and returns score, limit and rules', async () => {
  const body = 'HTML_MESSAGE,URGENT_BIZ\r\n'
  const { asked, spam } = await startDaemon(
    `SPAMD/1.1 0 EX_OK\r\nContent-length: ${body.length}\r\nSpam: True ; 6.3 / 5.0\r\n\r\n${body}`,
  )
  expect(await spam.score(Buffer.from('Subject: x\r\n\r\nhello\r\n'))).toEqual({
    score: 6.3,
    limit: 5,
    rules: ['HTML_MESSAGE', 'URGENT_BIZ'],
  })
  expect(asked).toEqual(['SYMBOLS SPAMC/1.5\r\nContent-length: 21\r\n\r\nSubject: x\r\n\r\nhello\r\n'])
})

test.each(['', 'SPAMD/1.0 76 Bad header line\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\nhello'])(
  'a reply such as %j gives no score',
  async (answer) => {
    const { spam } = await startDaemon(answer)
    expect(await spam.score(Buffer.from('x'))).toBeNull()
  },
)

test('an unreachable filter gives no score', async () => {
  expect(await createSpamd({ host: '127.0.0.1', port: 9 }).score(Buffer.from('x'))).toBeNull()
})

test('its address is a host with or without a port', () => {
  expect(parseSpamdAddress('spam.internal')).toEqual({ host: 'spam.internal', port: 783 })
  expect(parseSpamdAddress('127.0.0.1:7830')).toEqual({ host: '127.0.0.1', port: 7830 })
})
