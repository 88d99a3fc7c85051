import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

/** Serves the built web application: index.html for paths of screens, a readable 404 for others. */
export async function serveWebApp(server: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null
  if (html)
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(`${join(folder, 'assets')}`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  server.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || !html || !mayBeScreen(request.url)) return refuse('request.not_found')
    reply.header('cache-control', 'no-cache').type('text/html')
    return reply.send(html)
  })
}

/** The browser handles unknown screens. Paths of files, such as /.well-known/x and /login.php, are never screens. */
function mayBeScreen(url: string): boolean {
  const path = url.split('?', 1)[0]!
  return !/^\/(api|assets|files|t|u)(\/|$)/.test(path) && !/\/\.|\.\w+$/.test(path)
}
