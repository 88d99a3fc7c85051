import { Resolver } from 'node:dns/promises'
import type { Dns } from './port.ts'

const TIMEOUT_MS = 3000
/** 'No such record', as opposed to 'no reply'. */
const NONE = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME', 'EBADNAME'])

/** Uses the machine's name servers, or the given ones (`address` or `address:port`). */
export function createDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: (name) =>
      emptyIfMissing(resolver.resolveTxt(name).then((records) => records.map((pieces) => pieces.join('')))),
    addresses: async (name) =>
      (
        await Promise.all([emptyIfMissing(resolver.resolve4(name)), emptyIfMissing(resolver.resolve6(name))])
      ).flat(),
    names: (address) => emptyIfMissing(resolver.reverse(address)),
    mx: (name) =>
      emptyIfMissing(
        resolver.resolveMx(name).then((found) => found.toSorted((a, b) => a.priority - b.priority)),
      ),
  }
}

async function emptyIfMissing<Record>(asked: Promise<Record[]>): Promise<Record[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (NONE.has(error.code ?? '')) return []
    throw error
  })
}
