import { randomUUID } from 'node:crypto'
import {
  MAILBOX_CAP_DEFAULT,
  type MailboxDay,
  type MailboxPreset,
  mailboxSentences,
  type OwnMailbox,
  type ownMailboxRoutes,
} from '@goldpan/contract/own-mailboxes'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { MailboxCredentials, MailboxPresets } from '../../providers/mailboxes/port.ts'
import type { OAuth } from '../../providers/oauth/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import { lockMailbox, updateMailbox } from './access.store.ts'
import { SECRET_PURPOSE } from './access-tokens.ts'
import type { ConnectionTests, TestResult } from './connection-tests.ts'
import {
  daysBefore,
  type MailboxRow,
  needsLogin,
  newRow,
  providerName,
  sentenceOf,
  WORKING,
} from './own-mailboxes.rules.ts'
import * as store from './own-mailboxes.store.ts'
import type { Revocation } from './revocation.ts'
import { requireConnectable, requireFreeAddress, requireManage, requirePresent } from './rights.ts'
import { capOn, rampCap } from './room.rules.ts'
import { countAnswers, countSent } from './room.store.ts'
import { areSame, changedServers, isElsewhere, newServers, type Servers } from './servers.rules.ts'

/** Today in the time zone of the owner's pace. */
export interface MailboxToday {
  time_zone: string
  /** Such as '2026-11-27'. */
  day: string
  /** When it began. */
  from: string
}

export interface OwnMailboxesDeps {
  db: Database
  clock: Clock
  vault: Vault
  tests: ConnectionTests
  revocation: Revocation
  presets: MailboxPresets
  oauth: Pick<OAuth, 'canRead'>
  enrolments: Pick<Enrolments, 'holdFor'>
  todayOf: (owner: OwnerId) => Promise<MailboxToday>
}

type NewForm = HandlerInput<typeof ownMailboxRoutes.add>['body']
type Change = HandlerInput<typeof ownMailboxRoutes.update>['body']
type PasswordRow = MailboxRow & { smtp: NonNullable<MailboxRow['smtp']> }

/** The mailboxes of an owner: connecting by password, changing, testing, removing. Sign-ins are in sign-ins.ts. */
export function createOwnMailboxes(deps: OwnMailboxesDeps) {
  const { db, clock, vault, tests, revocation, presets } = deps

  async function toAnswers(owner: OwnerId, rows: readonly store.ListedMailbox[]): Promise<OwnMailbox[]> {
    if (rows.length === 0) return []
    const today = await deps.todayOf(owner)
    const sent = await countSent(db, owner, today.from)
    const answers = await countAnswers(db, owner, today.from)
    const now = clock.now()
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      provider: row.provider,
      address: row.address,
      account: row.account,
      name: row.name,
      smtp: row.smtp,
      imap: row.imap,
      reads: row.reads,
      is_used: row.is_used,
      daily_cap: row.daily_cap,
      has_ramp: row.has_ramp,
      keep_copy: row.keep_copy,
      state: row.state,
      sentence: sentenceOf(row, { time_zone: today.time_zone, now, provider: providerName(row, presets) }),
      held_until: row.held_until && new Date(row.held_until) > now ? row.held_until : null,
      connected_by:
        row.connected_by === null ? null : { id: row.connected_by, name: row.connected_by_name ?? '' },
      sent_today: (sent.get(row.id) ?? 0) + (answers.get(row.id) ?? 0),
      cap_today: capOn(row, today.day),
      people: row.people,
      waiting: row.waiting,
      read_at: row.read_at,
      updated_at: row.updated_at,
    }))
  }

  const getRow = async (owner: OwnerId, id: string) =>
    (await store.findListed(db, owner, id)) ?? refuse('mailboxes.gone')

  async function get(owner: OwnerId, id: string): Promise<OwnMailbox> {
    const [answer] = await toAnswers(owner, [await getRow(owner, id)])
    return answer!
  }

  const list = async (owner: OwnerId): Promise<OwnMailbox[]> =>
    toAnswers(owner, await store.listMailboxes(db, owner))

  /** The provider of servers that were entered by hand, if it is known. */
  const providerBy = ({ smtp }: Servers): string | null =>
    presets.list().find((preset) => preset.smtp?.host === smtp.host)?.id ?? null

  /** The servers to sign in to with a password: those given, else those of the address's provider. */
  async function findServers(
    form: Pick<NewForm, 'address' | 'username' | 'smtp' | 'imap'>,
  ): Promise<Servers & { provider: string | null }> {
    const given = form.imap === undefined ? null : newServers(form, null)
    if (given) return { ...given, provider: providerBy(given) }
    const { ways, sentence } = await presets.lookUp(form.address)
    const way = ways.find(({ smtp }) => smtp !== null) ?? null
    const servers = newServers(form, way)
    if (servers) {
      const isOfWay = servers.smtp.host === way?.smtp?.host
      return { ...servers, provider: isOfWay ? way.provider : providerBy(servers) }
    }
    if (ways[0]?.kind === 'microsoft')
      refuse('mailboxes.not_working', {
        message: mailboxSentences.noPasswords,
        part: 'sending',
      })
    return refuseUnknown(form.address, sentence)
  }

  async function add(owner: OwnerId, person: OwnerId, form: NewForm): Promise<OwnMailbox> {
    const { address, password } = form
    if (!password) return refuse('mailboxes.password')
    await requireConnectable(db, owner, address)
    const { provider, ...servers } = await findServers(form)
    const reads = form.reads ?? (servers.imap ? 'answers' : 'nothing')
    if (reads === 'answers' && !servers.imap) refuseUnknown(address)
    requireWorking(
      await tests.testCredentials({ kind: 'password', address, provider, ...servers, password }, reads),
    )
    const sealed_secret = await vault.seal(SECRET_PURPOSE, password)
    const id = await db.transaction(async (tx) => {
      await store.lockOwner(tx, owner)
      await requirePresent(tx, owner, person)
      await requireConnectable(tx, owner, address)
      return store.insertMailbox(tx, owner, {
        ...newRow(person, isoNow(clock)),
        kind: 'password',
        provider,
        address,
        account: servers.smtp.username,
        name: form.name || null,
        ...servers,
        sealed_secret,
        reads,
        is_used: form.is_used ?? true,
        daily_cap: form.daily_cap ?? MAILBOX_CAP_DEFAULT,
        has_ramp: form.has_ramp ?? true,
        keep_copy: form.keep_copy ?? !(provider && presets.find(provider)?.saves_sent),
      })
    })
    return get(owner, id)
  }

  /** The columns of servers and password after a change, tested. */
  async function changeAccess(row: PasswordRow, change: Change): Promise<Partial<MailboxRow>> {
    const servers = changedServers(row, change)
    const reads = change.reads ?? (servers.imap ? row.reads : 'nothing')
    const address = change.address ?? row.address
    if (reads === 'answers' && !servers.imap) {
      servers.imap = (await findServers({ address, smtp: servers.smtp })).imap
      if (!servers.imap) refuseUnknown(address)
    }
    const isChanged = change.password !== undefined || !areSame(servers, row) || reads !== row.reads
    if (!isChanged && change.state !== 'connected') return {}
    const isKept = change.password === undefined
    if (isKept && (row.sealed_secret === '' || isElsewhere(row, servers))) refuse('mailboxes.password')
    const password = change.password ?? (await vault.open(SECRET_PURPOSE, row.sealed_secret))
    const provider = servers.smtp.host === row.smtp.host ? row.provider : providerBy(servers)
    const credentials: MailboxCredentials = { kind: 'password', address, provider, ...servers, password }
    requireWorking(await tests.testCredentials(credentials, reads))
    return {
      ...servers,
      reads,
      provider,
      checked_at: isoNow(clock),
      account: servers.smtp.username,
      sealed_secret: isKept ? row.sealed_secret : await vault.seal(SECRET_PURPOSE, password),
      grant_id: randomUUID(),
      ...(row.state !== 'off' && WORKING),
    }
  }

  /** The same for a mailbox that signs in at its provider. */
  async function changeGrant(owner: OwnerId, row: MailboxRow, change: Change): Promise<Partial<MailboxRow>> {
    const { kind, account, address, granted_scopes } = row
    const isMoved = change.address !== undefined && change.address.toLowerCase() !== address.toLowerCase()
    if (isMoved || change.password !== undefined || change.smtp || change.imap)
      refuse('request.invalid', { message: `This mailbox signs in at ${providerName(row, presets)}` })
    const reads = change.reads ?? row.reads
    const isShared = account.toLowerCase() !== address.toLowerCase()
    const isReadable = kind !== 'password' && deps.oauth.canRead(kind, granted_scopes, isShared)
    if (reads === 'answers' && row.reads === 'nothing' && !isReadable)
      refuse('mailboxes.not_working', {
        message: `Reading was not allowed. Please sign in again and leave its box ticked.`,
        part: 'reading',
      })
    if (reads === row.reads && change.state !== 'connected') return {}
    if (change.state === 'connected' && row.sealed_secret === '')
      refuse('mailboxes.not_working', { message: needsLogin(address), part: 'sending' })
    if (change.state === 'connected') requireWorking(await tests.testStored(owner, { ...row, reads }))
    return { reads }
  }

  async function update(owner: OwnerId, person: OwnerId, id: string, change: Change): Promise<OwnMailbox> {
    const row = await getRow(owner, id)
    await requireManage(db, owner, person, row)
    const { updated_at } = change
    if (updated_at && new Date(updated_at).getTime() !== new Date(row.updated_at).getTime())
      refuse('mailboxes.changed')
    const access = isByPassword(row) ? await changeAccess(row, change) : await changeGrant(owner, row, change)
    const turned =
      change.state === 'connected'
        ? WORKING
        : change.state === 'off'
          ? { ...WORKING, state: 'off' as const }
          : {}
    await db.transaction(async (tx) => {
      await store.lockOwner(tx, owner)
      await requirePresent(tx, owner, person)
      const now = (await lockMailbox(tx, owner, id)) ?? refuse('mailboxes.gone')
      if (now.updated_at !== row.updated_at) refuse('mailboxes.changed')
      if (change.address) await requireFreeAddress(tx, owner, id, change.address)
      if (change.password !== undefined) await store.deleteOldMailbox(tx, owner)
      await updateMailbox(tx, owner, id, {
        ...plainOf(change),
        ...access,
        ...turned,
        ...(change.password !== undefined && { connected_by: row.connected_by ?? person }),
        updated_at: laterThan(row.updated_at, isoNow(clock)),
      })
    })
    return get(owner, id)
  }

  async function remove(
    owner: OwnerId,
    person: OwnerId,
    id: string,
    { isConfirmed }: { isConfirmed: boolean },
  ): Promise<{ message: string; held: number }> {
    const shown = await getRow(owner, id)
    await requireManage(db, owner, person, shown)
    const { address, kind } = shown
    const held = await db.transaction(async (tx) => {
      const row = (await lockMailbox(tx, owner, id)) ?? refuse('mailboxes.gone')
      const emails = await store.listWaiting(tx, owner, id)
      if (emails.length > 0 && !isConfirmed) refuseWaiting(address, emails.length)
      await revocation.erase(tx, row)
      await updateMailbox(tx, owner, id, { removed_at: isoNow(clock) })
      if (emails.length > 0) await deps.enrolments.holdFor(tx, owner, { emails }, 'no_mailbox')
      return emails.length
    })
    const byHand = kind === 'microsoft' ? ` ${AT_MICROSOFT}` : ''
    return { message: `${address} was removed. What it sent stays.${byHand}`, held }
  }

  async function test(owner: OwnerId, person: OwnerId, id: string) {
    const row = await getRow(owner, id)
    await requireManage(db, owner, person, row)
    const result = await tests.testStored(owner, row)
    await tests.record(owner, row, result)
    return {
      sending: result.sending?.sentence ?? null,
      reading: result.reading?.sentence ?? null,
      mailbox: await get(owner, id),
    }
  }

  async function listDays(owner: OwnerId, id: string, count: number): Promise<{ days: MailboxDay[] }> {
    const row = await getRow(owner, id)
    const { day: today, time_zone } = await deps.todayOf(owner)
    const days = Array.from({ length: count }, (_, before) => daysBefore(today, before))
    const facts = await store.countDays(db, owner, id, { time_zone, first_day: days.at(-1)! })
    const byDay = new Map(facts.map((fact) => [fact.day, fact]))
    let sendingDays = row.sending_days
    return {
      days: days.map((day) => {
        const { first = 0, follow_ups = 0, answers = 0, bounced = 0 } = byDay.get(day) ?? {}
        if (first + follow_ups > 0) sendingDays = Math.max(0, sendingDays - 1)
        const cap = row.has_ramp ? Math.min(row.daily_cap, rampCap(sendingDays)) : row.daily_cap
        return { day, cap, sent: first + follow_ups + answers, first, follow_ups, answers, bounced }
      }),
    }
  }

  return {
    list,
    get,
    add,
    update,
    remove,
    test,
    listDays,
    listPresets: (): MailboxPreset[] => presets.list(),
    lookUp: (address: string) => presets.lookUp(address),

    /** For Home: mailboxes that can't be used until something happens. */
    async listDisconnected(owner: OwnerId): Promise<{ id: string; address: string; sentence: string }[]> {
      const rows = await store.listDisconnected(db, owner)
      if (rows.length === 0) return []
      const { time_zone } = await deps.todayOf(owner)
      const now = clock.now()
      return rows.map((row) => ({
        id: row.id,
        address: row.address,
        sentence: sentenceOf(row, { time_zone, now, provider: providerName(row, presets) }),
      }))
    },
  }
}

export type OwnMailboxes = ReturnType<typeof createOwnMailboxes>

const isByPassword = (row: store.ListedMailbox): row is store.ListedMailbox & PasswordRow =>
  row.kind === 'password' && row.smtp !== null

const AT_MICROSOFT =
  'To withdraw its access, remove Goldpan at myapps.microsoft.com, or with a personal account at account.live.com/consent/Manage.'

function refuseUnknown(address: string, sentence?: string): never {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return refuse('mailboxes.servers_needed', {
    message: sentence || mailboxSentences.serversNeeded(domain),
  })
}

function requireWorking({ sending, reading }: TestResult): void {
  if (sending) refuse('mailboxes.not_working', { message: sending.sentence, part: 'sending' })
  if (reading) refuse('mailboxes.not_working', { message: reading.sentence, part: 'reading' })
}

function refuseWaiting(address: string, waiting: number): never {
  const people = waiting === 1 ? '1 person waits' : `${waiting} people wait`
  return refuse('mailboxes.people_wait', {
    message: `${people} for follow-ups from ${address}. They are held until you move them.`,
    waiting,
  })
}

/** The settings that can change without a connection test. */
function plainOf({ address, name, is_used, daily_cap, has_ramp, keep_copy }: Change): Partial<MailboxRow> {
  return {
    ...(address !== undefined && { address }),
    ...(name !== undefined && { name: name || null }),
    ...(is_used !== undefined && { is_used }),
    ...(daily_cap !== undefined && { daily_cap }),
    ...(has_ramp !== undefined && { has_ramp }),
    ...(keep_copy !== undefined && { keep_copy }),
  }
}

/** Two changes within a millisecond are still two versions. */
const laterThan = (before: string, now: string): string =>
  new Date(now) > new Date(before) ? now : new Date(new Date(before).getTime() + 1).toISOString()
