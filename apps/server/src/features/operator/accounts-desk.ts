import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { Refusal } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { OwnData } from '../own-data/own-data.ts'
import * as store from './accounts-desk.store.ts'
import type { Operator, OperatorActs } from './operator-acts.ts'
import { OperatorError } from './operator-error.ts'

export type { ListedUser } from './accounts-desk.store.ts'

export interface AccountsDeskDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  accounts: Pick<Accounts, 'findByEmail' | 'suspend' | 'unsuspend'>
  organizations: Pick<Organizations, 'removeOwned'>
  ownData: Pick<OwnData, 'deleteAccount'>
  acts: OperatorActs
  operatorEmail: string
  /** Wakes work of an owner that doesn't look by itself whether an account is open. */
  resume: readonly ((tx: Db, owner: OwnerId) => Promise<void>)[]
}

/** The operator and the reason. */
export interface Act {
  operator: Operator
  reason: string
}

export interface UsersWanted extends Omit<store.UserFilter, 'seenBefore'> {
  /** Neither logged in nor working for this many days. */
  inactiveDays?: number
  limit: number
  /** From 1. */
  page: number
}

/** Whether something changed, and which organizations follow their owner. */
export interface Changed {
  hasChanged: boolean
  organizations: string[]
}

const DAY_MS = 86_400_000
const FIGURES_DAYS = 30
const ACTS_SHOWN = 100
const REASON_MAX = 500

const scope = systemScope('the operator looks after all accounts')

/** The operator's actions on accounts, for the terminal and the operator's pages. */
export function createAccountsDesk(deps: AccountsDeskDeps) {
  const { db, clock, systemClock, accounts, acts } = deps

  async function find(email: string) {
    const user = await accounts.findByEmail(email)
    if (!user) throw new OperatorError(`There is no account with the address ${email}.`)
    return { person: asOwner(user.id), user }
  }

  async function findOpen(email: string) {
    const found = await find(email)
    if (found.user.deleting_at) throw new OperatorError(`The account ${email} is already being deleted.`)
    return found
  }

  /** Mails are dated in product time. */
  const figuresSince = () => new Date(clock.now().getTime() - FIGURES_DAYS * DAY_MS).toISOString()

  /** Changes and records in one transaction; nothing is recorded if nothing changed. */
  async function change(
    person: OwnerId,
    act: { name: string; subject: string } & Act,
    work: (tx: Db) => Promise<boolean>,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await work(tx))) return false
      const { name, subject, operator, reason } = act
      await acts.record(tx, { operator, act: name, account: person, subject, reason })
      return true
    })
  }

  const namesOf = (owned: readonly store.OwnedOrganization[]) => owned.map(({ name }) => name)

  return {
    /** Most mails sent first. `next_page` is null on the last one. */
    async list({ limit, page, inactiveDays, ...filter }: UsersWanted) {
      const now = systemClock.now().getTime()
      const seenBefore =
        inactiveDays === undefined ? {} : { seenBefore: new Date(now - inactiveDays * DAY_MS).toISOString() }
      const range = { since: figuresSince(), limit: limit + 1, offset: (page - 1) * limit }
      const found = await store.listUsers(db, scope, { ...filter, ...seenBefore }, range)
      return { users: found.slice(0, limit), next_page: found.length > limit ? page + 1 : null }
    },

    /** With the operator's acts, newest first. */
    async describe(email: string) {
      const { person } = await findOpen(email)
      const range = { since: figuresSince(), limit: 1, offset: 0 }
      const [listed] = await store.listUsers(db, scope, { id: person }, range)
      if (!listed) throw new OperatorError(`There is no account with the address ${email}.`)
      return {
        ...listed,
        organizations: await store.listOwned(db, person),
        acts: await acts.list({ account: person, limit: ACTS_SHOWN }),
      }
    },

    /** `isConfirmed` suspends the account of OPERATOR_EMAIL, too. */
    async suspend(email: string, { isConfirmed, ...act }: Act & { isConfirmed?: boolean }): Promise<Changed> {
      const reason = checkReason(act.reason)
      const { person, user } = await findOpen(email)
      if (!isConfirmed && user.email.toLowerCase() === deps.operatorEmail.toLowerCase())
        throw new OperatorError(
          `${user.email} is OPERATOR_EMAIL, your own address: nothing was changed. Repeat the command with --yes if you mean it.`,
        )
      const hasChanged = await change(
        person,
        { ...act, reason, name: 'suspend', subject: user.email },
        (tx) => accounts.suspend(tx, person, reason),
      )
      return { hasChanged, organizations: namesOf(await store.listOwned(db, person)) }
    },

    async unsuspend(email: string, act: Act): Promise<Changed> {
      const reason = checkReason(act.reason)
      const { person, user } = await findOpen(email)
      const owned = await store.listOwned(db, person)
      const name = { name: 'unsuspend', subject: user.email }
      const hasChanged = await change(person, { ...act, ...name, reason }, async (tx) => {
        if (!(await accounts.unsuspend(tx, person))) return false
        for (const owner of [person, ...owned.map(({ id }) => asOwner(id))])
          for (const resume of deps.resume) await resume(tx, owner)
        return true
      })
      return { hasChanged, organizations: namesOf(owned) }
    },

    /** The account's data, counted before a deletion. */
    async describeDeletion(email: string) {
      const { person, user } = await findOpen(email)
      return { email: user.email, organizations: await store.listOwned(db, person) }
    },

    /**
     * Deletes an account as its person would, with the organizations that they own. Sessions and work end at once, the
     * rest is erased in the background.
     */
    async delete(email: string, act: Act): Promise<void> {
      const reason = checkReason(act.reason)
      const { person, user } = await findOpen(email)
      const deleting = deps.ownData.deleteAccount(person, async (tx) => {
        await deps.organizations.removeOwned(tx, person)
        await acts.record(tx, { ...act, reason, act: 'delete', account: person, subject: user.email })
      })
      await deleting.catch((error: unknown) => {
        if (error instanceof Refusal) throw new OperatorError(`Nothing was deleted. ${error.message}`)
        throw error
      })
    },

    /** Newest first; of all accounts and the installation if `email` is null. */
    async listActs(email: string | null, limit: number) {
      return acts.list({ limit, ...(email !== null && { account: (await find(email)).person }) })
    },
  }
}

export type AccountsDesk = ReturnType<typeof createAccountsDesk>

function checkReason(reason: string): string {
  const plain = reason.trim()
  if (plain === '' || plain.length > REASON_MAX)
    throw new OperatorError(`The reason must have 1 to ${REASON_MAX} characters.`)
  return plain
}
