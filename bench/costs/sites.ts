import { createServer } from 'node:http'

/**
 * Small websites at every loopback address on one port, in a process of their own: a first page, and one to write to
 * with an address of the website's own.
 */
const FILLER =
  '<p>We bake every morning with flour from the mill beside the river, and we are open until six.</p>\n'
const server = createServer((request, response) => {
  const host = (request.headers.host ?? '').split(':')[0]!.replaceAll('.', '-')
  const address = `info@shop${host}.net`
  if (request.url === '/') {
    response.setHeader('content-type', 'text/html')
    response.end(`<html><h1>Bakery</h1><a href="/contact">Contact</a>${FILLER.repeat(300)}</html>`)
  } else if (request.url === '/contact') {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<html><h1>Contact</h1>${FILLER.repeat(100)}<a href="mailto:${address}">${address}</a></html>`,
    )
  } else response.writeHead(404).end()
})
server.listen(0, '0.0.0.0', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('disconnect', () => process.exit(0))
