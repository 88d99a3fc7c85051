import type { Dns } from './port.ts'

export interface FakeDns extends Dns {
  /** TXT records by name. */
  texts: Map<string, string[]>
  /** Mail servers by domain. */
  servers: Map<string, string[]>
  /** Addresses by host. */
  hosts: Map<string, string[]>
  /** Names by address. */
  pointers: Map<string, string[]>
  isDown: boolean
}

/** DNS with records set by the test. */
export function createFakeDns(): FakeDns {
  const dns: FakeDns = {
    texts: new Map(),
    servers: new Map(),
    hosts: new Map(),
    pointers: new Map(),
    isDown: false,
    async txt(name) {
      if (dns.isDown) throw new Error('timeout')
      return dns.texts.get(name) ?? []
    },
    async addresses(name) {
      if (dns.isDown) throw new Error('timeout')
      return dns.hosts.get(name) ?? []
    },
    async names(address) {
      if (dns.isDown) throw new Error('timeout')
      return dns.pointers.get(address) ?? []
    },
    async mx(name) {
      if (dns.isDown) throw new Error('timeout')
      return (dns.servers.get(name) ?? []).map((exchange) => ({ exchange, priority: 10 }))
    },
  }
  return dns
}
