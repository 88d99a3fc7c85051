import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

export interface KnownHostsDeps {
  publicOrigin: () => string
  /** True if PUBLIC_URL is on this machine. */
  isLocal: boolean
  /** The demo town's websites are served under `<name>.localhost`. */
  isDemo: boolean
  /** Additional host names, with ports if needed. */
  allowedHosts: readonly string[]
}

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Health checks use any address of a process. */
const FOR_ANY_HOST = new Set(['/api/health', '/api/health/ready'])

/**
 * The host names of this installation. Guards against DNS rebinding: a website can point its own name at this
 * machine, and browsers then treat our responses as its own; the Host header still names that website.
 */
export function createKnownHosts({ publicOrigin, isLocal, isDemo, allowedHosts }: KnownHostsDeps) {
  const allowedNames = new Set(allowedHosts.map(nameOf))
  const publicUrl = () => new URL(publicOrigin())

  /** True for names that only this machine can have. */
  const isLocalName = (name: string): boolean =>
    isLocal && (LOOPBACK_NAME.test(name) || name === publicUrl().hostname)

  return {
    isKnown(host: string | undefined): boolean {
      const name = nameOf(host ?? '')
      if (name === publicUrl().hostname || allowedNames.has(name)) return true
      return isLocalName(name) || (isDemo && name.endsWith('.localhost'))
    },

    isLocal: (host: string | undefined): boolean => isLocalName(nameOf(host ?? '')),

    /** True for our own pages' origins. */
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

/** Refuses requests for other hosts before their bodies are read. */
export function refuseUnknownHosts(server: FastifyInstance, isKnown: KnownHosts['isKnown']): void {
  server.addHook('onRequest', async (request) => {
    if (!isKnown(request.host) && !FOR_ANY_HOST.has(request.routeOptions.url ?? ''))
      refuse('request.unknown_host')
  })
}

const FORWARDING_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|cdn-loop|fly-.+|x-envoy-.+)$/

/** True if a proxy or tunnel has forwarded the request. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))

/** 'Goldpan.example:443' becomes 'goldpan.example'. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
