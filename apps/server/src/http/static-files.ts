import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import fastifyStatic from '@fastify/static'
import { SESSION_HINT_COOKIE } from '@goldpan/contract/session-hint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

/** Serves the built web application; every path of its own gets the one page, unknown API paths a readable 404. */
export async function serveWebApp(server: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null
  const earlyPages = readEarlyPages(folder)
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
    const early = mayHaveSession(request) ? null : earlyPages.get(request.url.split('?', 1)[0] ?? '')
    reply.header('cache-control', 'no-cache').header('vary', 'cookie').type('text/html')
    return reply.send(early ?? html)
  })
}

/** Pages that come with their first look, by address: made by apps/web's build for visitors without a session. */
function readEarlyPages(folder: string): Map<string, string> {
  const pages = join(folder, 'pages')
  if (!existsSync(pages)) return new Map()
  return new Map(
    readdirSync(pages).map((name) => [`/${parse(name).name}`, readFileSync(join(pages, name), 'utf8')]),
  )
}

const mayHaveSession = ({ headers }: FastifyRequest) =>
  headers.cookie?.includes(`${SESSION_HINT_COOKIE}=`) ?? false
