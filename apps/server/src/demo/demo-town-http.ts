import { setTimeout as pause } from 'node:timers/promises'
import type { AddressVerifier, Spacing } from '@goldpan/crawler'
import type { FastifyInstance } from 'fastify'
import { respondAsDemoSite } from './town/demo-sites.ts'
import { demoTown } from './town/demo-town.ts'

const DEMO_HOST = /^([a-z0-9-]+\.localhost)\.?(?::\d+)?$/i

/** Serves the demo websites by host name, `<name>.localhost`, before all other routes. */
export function bindDemoTown(server: FastifyInstance, port: () => number): void {
  server.addHook('onRequest', async (request, reply) => {
    const host = DEMO_HOST.exec(request.headers.host ?? '')?.[1]
    if (!host) return
    const answer = respondAsDemoSite(host, request.url, { port: port() })
    if (!answer)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('There is no such website in the demo town.')
    if (answer.delayMs) await pause(answer.delayMs)
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  })
}

const hosts = new Set(demoTown.businesses.map(({ host }) => host))

/** Connects crawler requests for demo hosts to this application. */
export function connectToDemoTown(
  hostname: string,
  port: number,
): { host: string; port: number } | undefined {
  return hosts.has(hostname.toLowerCase()) ? { host: '127.0.0.1', port } : undefined
}

/** Doesn't space requests to the demo websites. */
export const withoutDemoTown = (spacing: Spacing): Spacing => ({
  reserve: (keys, intervalMs) =>
    keys.some((key) => hosts.has(/^host:([^:]+)/.exec(key)?.[1] ?? ''))
      ? Promise.resolve(0)
      : spacing.reserve(keys, intervalMs),
})

/** The reserved mail domain of a demo website, to which no mail can be delivered. */
export const demoMailDomains = (hostname: string): readonly string[] => {
  const host = hostname.toLowerCase()
  return hosts.has(host) ? [host.replace(/\.localhost$/, '.example')] : []
}

const mailDomains = new Set([...hosts].flatMap((host) => (host === null ? [] : demoMailDomains(host))))

/** Addresses of the demo town pass, although their domains aren't in DNS. */
export const withDemoAddresses = (verifier: AddressVerifier): AddressVerifier => ({
  verify: async (email) =>
    mailDomains.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
      ? { result: 'safe', reasons: ['It belongs to the demo town: mail to it stays in this installation.'] }
      : verifier.verify(email),
})
