import { createServer } from 'node:http'
import { PAGES, pageOf } from './sites.ts'

/**
 * A server process: all sites on all loopback addresses and one port, 30 ms after each request. Site 257 is 127.0.2.1
 * for programs that use addresses, and www.oakhouse257.com for those that use names.
 */
const sites = Number(process.argv[2])
const DELAY_MS = 30
const MISSING = Buffer.from('not found')
const bodies = Array.from({ length: sites }, (_, site) =>
  PAGES.map((_name, page) => Buffer.from(pageOf(site, page))),
)
let served = 0

const server = createServer((request, response) => {
  if (request.url === '/-/served') {
    response.end(String(served))
    served = 0
    return
  }
  const host = /^www\.oakhouse(\d+)\.|^127\.0\.(\d+)\.(\d+)/.exec(request.headers.host ?? '')
  const site = host ? (host[1] ? Number(host[1]) : (Number(host[2]) - 1) * 250 + Number(host[3]) - 1) : -1
  const body = bodies[site]?.[PAGES.indexOf((request.url ?? '').slice(1) as (typeof PAGES)[number])]
  if (body) served++
  setTimeout(() => {
    response.writeHead(body ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': (body ?? MISSING).length,
    })
    response.end(body ?? MISSING)
  }, DELAY_MS)
})
server.keepAliveTimeout = 5000
server.listen(0, () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
