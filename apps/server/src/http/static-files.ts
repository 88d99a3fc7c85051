import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

/** Serves the built web application; every path of its own gets the one page, unknown API paths a readable 404. */
export async function serveWebApp(server: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null
  const preloads = readPreloads(folder)
  if (html)
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(`${join(folder, 'assets')}`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets|files|t|u)\//.test(request.url)
    if (!isPage || !html) return refuse('request.not_found')
    const preloaded = preloads.get(request.url.split('?', 1)[0] ?? '')
    if (preloaded) reply.header('link', preloaded)
    return reply.header('cache-control', 'no-cache').type('text/html').send(html)
  })
}

/** By address the files that its screen needs besides the page's own, as a `Link` header (RFC 8288). */
function readPreloads(folder: string): Map<string, string> {
  const file = join(folder, 'screens.json')
  if (!existsSync(file)) return new Map()
  const listed: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(
    Object.entries(listed).map(([address, names]) => [
      address,
      names.map((name) => `<${name}>; rel=modulepreload; crossorigin`).join(', '),
    ]),
  )
}
