import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

export interface KnownHostsDeps {
  publicOrigin: () => string
  /** PUBLIC_URL leads to this machine. */
  isLocal: boolean
  /** The demo town's websites are served under `<name>.localhost`. */
  isDemo: boolean
  /** Host names beside PUBLIC_URL's, with their ports if they have any. */
  allowedHosts: readonly string[]
}

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Health checks ask by whatever address they reach a process at. */
const FOR_ANY_HOST = new Set(['/api/health', '/api/health/ready'])

/**
 * The names that this installation answers to. A website can point a name of its own at this machine (DNS rebinding),
 * so that browsers take what it asks here for its own; the Host header then names that website.
 */
export function createKnownHosts({ publicOrigin, isLocal, isDemo, allowedHosts }: KnownHostsDeps) {
  const allowedNames = new Set(allowedHosts.map(nameOf))
  const publicUrl = () => new URL(publicOrigin())

  /** True if the name can only be this machine's. */
  const isLocalName = (name: string): boolean =>
    isLocal && (LOOPBACK_NAME.test(name) || name === publicUrl().hostname)

  return {
    isKnown(host: string | undefined): boolean {
      const name = nameOf(host ?? '')
      if (name === publicUrl().hostname || allowedNames.has(name)) return true
      return isLocalName(name) || (isDemo && name.endsWith('.localhost'))
    },

    isLocal: (host: string | undefined): boolean => isLocalName(nameOf(host ?? '')),

    /** True if pages of this origin are our own. */
    isOwnOrigin(origin: string): boolean {
      const own = publicUrl()
      if (origin === own.origin) return true
      if (allowedHosts.some((host) => origin === `${own.protocol}//${host}`)) return true
      const given = URL.canParse(origin) ? new URL(origin) : null
      if (!isLocal || given === null || given.origin !== origin) return false
      return given.protocol === own.protocol && given.port === own.port && LOOPBACK_NAME.test(given.hostname)
    },
  }
}

export type KnownHosts = ReturnType<typeof createKnownHosts>

/** Refuses requests for any other host before their bodies are read. */
export function refuseUnknownHosts(server: FastifyInstance, isKnown: KnownHosts['isKnown']): void {
  server.addHook('onRequest', async (request) => {
    if (!isKnown(request.host) && !FOR_ANY_HOST.has(request.routeOptions.url ?? ''))
      refuse('request.unknown_host')
  })
}

const FORWARDING_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|cdn-loop|fly-.+|x-envoy-.+)$/

/** True if headers of a proxy or tunnel say that the request is forwarded. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))

/** 'Goldpan.example:443' is 'goldpan.example'. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
