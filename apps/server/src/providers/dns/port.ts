/** DNS lookups for mail. All throw the resolver's error if no server replies; a missing record is an empty list. */
export interface Dns {
  /** TXT records, each with its parts joined. */
  txt(name: string): Promise<string[]>
  /** Mail servers of a domain, those with the lowest priority value first. */
  mx(name: string): Promise<{ exchange: string; priority: number }[]>
  /** IPv4 and IPv6 addresses of a host. */
  addresses(name: string): Promise<string[]>
  /** PTR records of an address. */
  names(address: string): Promise<string[]>
}
