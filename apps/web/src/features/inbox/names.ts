import type { Conversation, Correspondent } from '@goldpan/contract/replies'
import { personName } from '../../lib/person-name.ts'

/** The name of the person, else the address. */
export const nameOf = (one: Correspondent | Conversation): string =>
  one.name?.trim() || personName({ ...one, email: 'from_email' in one ? one.from_email : one.email })
