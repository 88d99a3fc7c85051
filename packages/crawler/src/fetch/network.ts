import type { LookupFunction } from 'node:net'
import type { Agent, buildConnector, request } from 'undici'
import type { CrawlLimits } from '../limits.ts'
import { type Fetcher, FetchFailure } from './fetcher.ts'
import { isPrivateAddress, literalAddress } from './private-addresses.ts'
import type { Resolve } from './resolver.ts'

export type ConnectTo = (hostname: string, port: number) => { host: string; port: number } | undefined

export interface NetworkOptions {
  userAgent: string
  limits: CrawlLimits
  resolve: Resolve
  connectTo?: ConnectTo
  allowPrivate: ReadonlySet<string>
}

export interface Network extends Fetcher {
  close(): Promise<void>
}

/** Plain HTTP by undici: one connection per host, no cookies, no redirects, no proxy from the environment. */
export function createNetwork(options: NetworkOptions): Network {
  const { userAgent } = options
  let opened: ReturnType<typeof openAgent> | undefined
  return {
    async fetch({ url, signal }) {
      opened ??= openAgent(options)
      const { send, agent } = await opened
      try {
        const response = await send(url, {
          dispatcher: agent,
          signal,
          headers: {
            'user-agent': userAgent,
            accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.1',
            'accept-encoding': 'gzip, br, deflate',
            'accept-language': '*',
          },
        })
        return {
          url,
          status: response.statusCode,
          headers: flatten(response.headers),
          body: response.body,
          truncated: false,
        }
      } catch (error) {
        throw toFailure(error, signal)
      }
    },
    // Destroy instead of close: a hanging body must not delay the shutdown.
    close: async () => (await opened)?.agent.destroy(),
  }
}

/** Loads undici on first use. */
async function openAgent(options: NetworkOptions): Promise<{ send: typeof request; agent: Agent }> {
  const { limits } = options
  const { Agent, buildConnector, request } = await import('undici')
  const agent = new Agent({
    connect: createConnect(options, buildConnector),
    connections: 1,
    pipelining: 1,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.stallMs,
    keepAliveTimeout: 2000,
    keepAliveMaxTimeout: 5000,
    maxHeaderSize: 32_768,
  })
  return { send: request, agent }
}

/** Checks the address while connecting, so DNS can't change between check and connection. */
function createConnect(
  { limits, resolve, connectTo, allowPrivate }: NetworkOptions,
  build: typeof buildConnector,
): buildConnector.connector {
  const guarded = build({
    timeout: limits.connectMs,
    lookup: lookupWith(resolve, () => false),
  } as buildConnector.BuildOptions)
  const trusting = build({
    timeout: limits.connectMs,
    lookup: lookupWith(resolve, () => true),
  } as buildConnector.BuildOptions)
  const fixed = build({ timeout: limits.connectMs })
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const literal = literalAddress(options.hostname)
    if (literal && isPrivateAddress(literal) && !allowPrivate.has(`${options.hostname}:${port}`)) {
      callback(new FetchFailure('forbidden', `${literal} is a private address`), null)
      return
    }
    const target = literal ? undefined : connectTo?.(options.hostname, port)
    if (target) {
      fixed(
        {
          ...options,
          hostname: target.host,
          port: String(target.port),
          servername: options.servername ?? options.hostname,
        },
        callback,
      )
      return
    }
    const connect = allowPrivate.has(`${options.hostname}:${port}`) ? trusting : guarded
    connect(options, callback)
  }
}

function lookupWith(resolve: Resolve, allowsPrivate: () => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const open = addresses.filter((address) => allowsPrivate() || !isPrivateAddress(address))
        if (open.length === 0) {
          callback(
            new FetchFailure(
              addresses.length > 0 ? 'forbidden' : 'domain_gone',
              `${hostname} has no public address`,
            ),
            '',
            4,
          )
          return
        }
        const all = open.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        if (options.all) callback(null, all)
        else callback(null, all[0]!.address, all[0]!.family)
      },
      (error) => callback(error, '', 4),
    )
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  return flat
}

const GONE = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN'])

export function toFailure(error: unknown, signal: AbortSignal): FetchFailure {
  if (error instanceof FetchFailure) return error
  const { cause, code, message } = error as { cause?: unknown; code?: string; message?: string }
  if (cause instanceof FetchFailure) return cause
  if (signal.aborted) return new FetchFailure('cancelled', 'given up', error)
  if (GONE.has(code ?? '')) return new FetchFailure('domain_gone', message ?? 'no such name', error)
  return new FetchFailure('unreachable', message ?? 'no response', error)
}
