import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { Refusal } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Organizations, OwnedOrganization } from '../organizations/organizations.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { AuditInfo, AuditLog } from './audit-log.ts'
import * as store from './operator-accounts.store.ts'
import { checkReason, OperatorError, unknownAccount } from './operator-error.ts'

export type { ListedUser } from './operator-accounts.store.ts'

export interface OperatorAccountsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  accounts: Pick<Accounts, 'findByEmail' | 'suspend' | 'unsuspend'>
  organizations: Pick<Organizations, 'listOwned' | 'removeOwned'>
  ownData: Pick<OwnData, 'deleteAccount'>
  auditLog: AuditLog
  operatorEmail: string
  /** Wakes work of an owner that doesn't look by itself whether an account is open. */
  resume: readonly ((tx: Db, owner: OwnerId) => Promise<void>)[]
}

export interface UsersWanted extends Omit<store.UserFilter, 'seenBefore'> {
  /** Neither logged in nor working for this many days. */
  inactiveDays?: number
  limit: number
  /** From 1. */
  page: number
}

/** The organizations are those that follow their owner. */
export interface Changed {
  hasChanged: boolean
  organizations: string[]
}

const DAY_MS = 86_400_000
const FIGURES_DAYS = 30
/** Messages of a day may be saved a little after it. */
const SETTLED_AFTER_MS = 10 * 60_000
const ACTIONS_SHOWN = 100

export const countDaysJob = defineJob({
  name: 'count-owner-days',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

const scope = systemScope('the operator looks after all accounts')

/** The operator's actions on accounts, for the terminal and the operator's pages. */
export function createOperatorAccounts(deps: OperatorAccountsDeps) {
  const { db, clock, systemClock, accounts, organizations, auditLog } = deps

  async function find(email: string) {
    const user = await accounts.findByEmail(email)
    if (!user) throw unknownAccount(email)
    return { person: asOwner(user.id), user }
  }

  async function findOpen(email: string) {
    const found = await find(email)
    if (found.user.deleting_at) throw new OperatorError(`The account ${email} is already being deleted.`)
    return found
  }

  /** Mails are dated in product time. */
  const dayBefore = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString().slice(0, 10)
  const firstDay = () => dayBefore((FIGURES_DAYS - 1) * DAY_MS)

  /** Changes and records in one transaction; nothing is recorded if nothing changed. */
  async function change(
    person: OwnerId,
    entry: { action: string; subject: string } & AuditInfo,
    work: (tx: Db) => Promise<boolean>,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await work(tx))) return false
      await auditLog.record(tx, { ...entry, account: person })
      return true
    })
  }

  const namesOf = (owned: readonly OwnedOrganization[]) => owned.map(({ name }) => name)

  return {
    /** Most mails sent first. `next_page` is null on the last one. */
    async list({ limit, page, inactiveDays, ...filter }: UsersWanted) {
      const now = systemClock.now().getTime()
      const seenBefore =
        inactiveDays === undefined ? {} : { seenBefore: new Date(now - inactiveDays * DAY_MS).toISOString() }
      const range = { firstDay: firstDay(), limit: limit + 1, offset: (page - 1) * limit }
      const found = await store.listUsers(db, scope, { ...filter, ...seenBefore }, range)
      return { users: found.slice(0, limit), next_page: found.length > limit ? page + 1 : null }
    },

    /** With what operators did to the account, newest first. */
    async describe(email: string) {
      const { person } = await findOpen(email)
      const range = { firstDay: firstDay(), limit: 1, offset: 0 }
      const [listed] = await store.listUsers(db, scope, { id: person }, range)
      if (!listed) throw unknownAccount(email)
      return {
        ...listed,
        organizations: await organizations.listOwned(person),
        actions: await auditLog.list({ account: person, limit: ACTIONS_SHOWN }),
      }
    },

    /** `isConfirmed` suspends the account of OPERATOR_EMAIL, too. */
    async suspend(
      email: string,
      { operator, isConfirmed, ...given }: AuditInfo & { isConfirmed?: boolean },
    ): Promise<Changed> {
      const reason = checkReason(given.reason)
      const { person, user } = await findOpen(email)
      if (!isConfirmed && user.email.toLowerCase() === deps.operatorEmail.toLowerCase())
        throw new OperatorError(
          `${user.email} is OPERATOR_EMAIL, your own address: nothing was changed. Repeat the command with --yes if you mean it.`,
        )
      const hasChanged = await change(
        person,
        { operator, reason, action: 'suspend', subject: user.email },
        (tx) => accounts.suspend(tx, person, reason),
      )
      return { hasChanged, organizations: namesOf(await organizations.listOwned(person)) }
    },

    async unsuspend(email: string, { operator, ...given }: AuditInfo): Promise<Changed> {
      const reason = checkReason(given.reason)
      const { person, user } = await findOpen(email)
      const owned = await organizations.listOwned(person)
      const entry = { operator, reason, action: 'unsuspend', subject: user.email }
      const hasChanged = await change(person, entry, async (tx) => {
        if (!(await accounts.unsuspend(tx, person))) return false
        for (const owner of [person, ...owned.map(({ id }) => id)])
          for (const resume of deps.resume) await resume(tx, owner)
        return true
      })
      return { hasChanged, organizations: namesOf(owned) }
    },

    /** The account's data, counted before a deletion. */
    async describeDeletion(email: string) {
      const { person, user } = await findOpen(email)
      return { email: user.email, organizations: await organizations.listOwned(person) }
    },

    /**
     * Deletes an account as its person would, with the organizations that they own. Sessions and work end at once, the
     * rest is erased in the background.
     */
    async delete(email: string, { operator, ...given }: AuditInfo): Promise<void> {
      const reason = checkReason(given.reason)
      const { person, user } = await findOpen(email)
      const deleting = deps.ownData.deleteAccount(person, async (tx) => {
        await organizations.removeOwned(tx, person)
        await auditLog.record(tx, {
          operator,
          action: 'delete',
          account: person,
          subject: user.email,
          reason,
        })
      })
      await deleting.catch((error: unknown) => {
        if (error instanceof Refusal) throw new OperatorError(`Nothing was deleted. ${error.message}`)
        throw error
      })
    },

    /** Counts the mails of days that are over. */
    countDays: (signal: AbortSignal): Promise<void> =>
      store.countDays(
        db,
        scope,
        { firstDay: firstDay(), lastDay: dayBefore(DAY_MS + SETTLED_AFTER_MS) },
        signal,
      ),

    /** Newest first; of all accounts and the installation if `email` is null. */
    async listActions(email: string | null, limit: number) {
      return auditLog.list({ limit, ...(email !== null && { account: (await find(email)).person }) })
    },
  }
}

export type OperatorAccounts = ReturnType<typeof createOperatorAccounts>
