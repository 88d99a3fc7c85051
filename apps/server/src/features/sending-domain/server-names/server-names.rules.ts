import type { SendingDomain } from '@goldpan/contract/sending-domain'

export interface SeenServer {
  host: string
  /** Null when no name server answered. */
  addresses: string[] | null
  /** In this machine's own network: what receivers see of it can't be seen from here. */
  isPrivate: boolean
  names: string[] | null
  /** Names that lead back to the address. */
  confirmed: string[]
}

/** Whether the sending server has a name that leads back to it, as large receivers demand (FCrDNS). */
export function judgeServer({ host, addresses, isPrivate, names, confirmed }: SeenServer) {
  const say = (state: 'ok' | 'unsure' | 'unknown', sentence: string): SendingDomain['server'] => ({
    ...{ host, state, sentence },
  })
  if (isPrivate)
    return say(
      'unsure',
      `Messages leave through ${host} in your own network, so its outside address can't be seen from here. That address needs a name (PTR record) that leads back to it and that the server greets with (HELO).`,
    )
  if (addresses === null || names === null)
    return say('unknown', `No name server answered about ${host}. Please try again later.`)
  const [address] = addresses
  if (!address) return say('unsure', `The name ${host} leads to no address.`)
  if (confirmed[0])
    return say(
      'ok',
      `${host} has the name ${confirmed[0]}, which leads back to it. The name it greets with (HELO) is its own to set.`,
    )
  const found = names[0] ? `only the name ${names[0]}, which does not lead back to it` : 'no name'
  return say(
    'unsure',
    `The address ${address} of ${host} has ${found}. If messages leave from that address, receivers may refuse them: ask whoever runs it for a PTR record.`,
  )
}
