import { createServer } from 'node:net'

/** Answers whatever is asked with the same bytes: what is left of a watched send are the screens, and no product. */
const BODY = JSON.stringify({ filler: 'x'.repeat(400) })
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.on('data', () => socket.write(ANSWER))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
process.on('disconnect', () => process.exit(0))
