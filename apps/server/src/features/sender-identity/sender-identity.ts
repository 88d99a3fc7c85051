import { canManage } from '@goldpan/contract/organizations'
import {
  EXAMPLE_ADDRESS,
  postalLines,
  type SenderIdentity,
  type SenderIdentityForm,
} from '@goldpan/contract/sender-identity'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './sender-identity.store.ts'

export interface SenderIdentitiesDeps {
  db: Database
  clock: Clock
  /** True if mail goes to the built-in outbox, except from users' own mailboxes. */
  isLocalOnly: boolean
}

/** The sender's part of the footer. */
export interface SenderFooter {
  postal_address: string
  register_line: string | null
  privacy_url: string | null
}

const NO_IDENTITY: SenderIdentity = {
  company: null,
  street: null,
  postcode: null,
  city: null,
  country: null,
  register_line: null,
  privacy_url: null,
}

const EXAMPLE_FOOTER: SenderFooter = {
  postal_address: EXAMPLE_ADDRESS,
  register_line: null,
  privacy_url: null,
}

/** The sender in the footer of campaign mail, with the postal address that the law requires. */
export function createSenderIdentities({ db, clock, isLocalOnly }: SenderIdentitiesDeps) {
  async function findFooter(
    tx: Db,
    owner: OwnerId,
    sender: 'shared' | 'mailbox',
  ): Promise<SenderFooter | null> {
    const saved = await store.findIdentity(tx, owner)
    if (saved) return toFooter(saved)
    return isLocalOnly && sender === 'shared' ? EXAMPLE_FOOTER : null
  }

  return {
    async get(owner: OwnerId): Promise<SenderIdentity> {
      return (await store.findIdentity(db, owner)) ?? NO_IDENTITY
    },

    /** In an organization, only the owner and admins may. */
    async save(person: OwnerId, owner: OwnerId, form: SenderIdentityForm): Promise<SenderIdentity> {
      await db.transaction(async (tx) => {
        if (person !== owner) requireManager(await store.lockRole(tx, owner, person))
        await store.saveIdentity(tx, owner, { ...form, updated_at: isoNow(clock) })
      })
      return form
    },

    /** Null if the owner must save an identity before mail can be sent. */
    findFooter,

    /** For previews, with an example if there is no identity yet. */
    async showFooter(tx: Db, owner: OwnerId): Promise<SenderFooter> {
      return (await findFooter(tx, owner, 'shared')) ?? EXAMPLE_FOOTER
    },
  }
}

export type SenderIdentities = ReturnType<typeof createSenderIdentities>

function requireManager(role: Awaited<ReturnType<typeof store.lockRole>>): void {
  if (!role || !canManage(role, 'member')) refuse('organizations.not_allowed')
}

function toFooter({ register_line, privacy_url, ...address }: SenderIdentityForm): SenderFooter {
  return { postal_address: postalLines(address).join('\n'), register_line, privacy_url }
}
