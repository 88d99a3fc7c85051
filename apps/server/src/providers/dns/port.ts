/** What mail needs to know of a domain. */
export interface Dns {
  /** The TXT records of a name, each with its pieces joined; none when there are none. Throws when nobody answers. */
  txt(name: string): Promise<string[]>
  /** The mail servers of a domain, the first choice first. Throws when nobody answers. */
  mx(name: string): Promise<{ exchange: string; priority: number }[]>
  /** The addresses of a host, of both kinds; none when there are none. Throws when nobody answers. */
  addresses(name: string): Promise<string[]>
  /** The names that an address is published to have (PTR). Throws when nobody answers. */
  names(address: string): Promise<string[]>
}
