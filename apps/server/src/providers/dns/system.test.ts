import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createDns } from './system.ts'

const TXT = 16
const MX = 15
const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

/** A resource record (RFC 1035) for the name in the question. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A name server on this machine with the zone shop.example. */
async function startNameServer(): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1)
    const isKnown = question.includes(nameBytes('shop.example'))
    const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
    const answers = !isKnown
      ? []
      : type === TXT
        ? [record(TXT, Buffer.concat([text('v=spf1 '), text('-all')]))]
        : [
            record(MX, Buffer.concat([Buffer.from([0, 20]), nameBytes('second.example')])),
            record(MX, Buffer.concat([Buffer.from([0, 10]), nameBytes('first.example')])),
          ]
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt16BE(0, 10)
    const end = question.indexOf(0, 12) + 5
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

test('long records are joined and mail servers sorted; missing records are empty lists', async () => {
  const dns = createDns([await startNameServer()])
  expect(await dns.txt('shop.example')).toEqual(['v=spf1 -all'])
  expect((await dns.mx('shop.example')).map(({ exchange }) => exchange)).toEqual([
    'first.example',
    'second.example',
  ])
  expect(await dns.txt('nothing.example')).toEqual([])
  expect(await dns.mx('nothing.example')).toEqual([])
})

test('an unreachable name server is not a missing record', async () => {
  await expect(createDns(['127.0.0.1:1']).txt('shop.example')).rejects.toThrow()
})
