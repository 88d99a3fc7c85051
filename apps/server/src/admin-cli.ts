import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { plan } from '@goldpan/contract/accounts'
import { dollars } from '@goldpan/contract/plans'
import { supportState } from '@goldpan/contract/support'
import { compose } from './compose.ts'
import { vaultDepsOf } from './compose-ports.ts'
import { readConfig } from './config.ts'
import { findRunningUrl } from './db/bundled/bundled-postgres.ts'
import { StartUpError } from './db/start-up-error.ts'
import { type OperatorDesk, OperatorError } from './features/billing/operator-desk.ts'
import type { InstallationEpoch } from './features/sending/epoch.ts'
import type { Support } from './features/support/support.ts'
import type { Writing } from './features/writing/writing.ts'
import { type Installation, openInstallation, runTool, terminal } from './open-installation.ts'
import { systemClock } from './providers/clock/system.ts'
import type { ExcludedSites } from './providers/crawling/port.ts'
import { forgetSealed, openVault } from './providers/vault/open-vault.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const USAGE = `Operator commands:
  npm run admin -- user <email> [--json]
  npm run admin -- grant-tokens <email> <tokens> --reason "…" [--key <once>]
  npm run admin -- set-plan <email> test|free|basic|premium --reason "…"
  npm run admin -- refund <payment id> --reason "…"
  npm run admin -- lift-pause <email> --reason "…"
  npm run admin -- requests [open|answered|closed]
  npm run admin -- request <id> open|answered|closed
  npm run admin -- texts [days]
  npm run admin -- exclude-site <website> --reason "…"
  npm run admin -- readmit-site <website>
  npm run admin -- excluded-sites
  npm run admin -- resume-sending
  npm run admin -- forget-secrets
Repeating a command with the same --key grants the tokens only once.
'lift-pause' ends pauses of sending for spam complaints or bounces, also of the account's organizations.
Gathering no longer reads an excluded website and its subdomains, from the next request on.
Use 'forget-secrets' only if the key is lost for good: it creates new signing keys, and mailbox passwords must be
entered again.`

/** Connects to the bundled database of a running application if there is one, otherwise starts one. */
async function withInstallation<Result>(work: (installation: Installation) => Promise<Result>) {
  const config = readConfig()
  const running = config.databaseUrl ? null : findRunningUrl(config.dataDir)
  const installation = await openInstallation(running ?? undefined)
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

async function openOperatorDesk(installation: Installation): Promise<{ desk: Desk; close(): Promise<void> }> {
  const { config } = installation
  const app = await compose({
    ...installation,
    config: { ...config, roles: [] },
    publicUrl: () => config.publicUrl,
  })
  await app.start()
  const close = () => app.stop()
  const { operatorDesk, support, writing } = app.features
  const sites = app.ports.excludedSites
  const { epoch, pauses } = app.features.sendingCare
  async function liftPauses(email: string, reason: string): Promise<number> {
    const owner = await operatorDesk.findUser(email)
    const owned = await app.features.organizations.listOwned(owner)
    const lifted = await pauses.liftAll([owner, ...owned.map((organization) => organization.owner)])
    if (lifted > 0) await operatorDesk.note(owner, 'pause', `Pause of sending lifted: ${reason}`)
    return lifted
  }
  const { describeGenerations } = writing
  return { desk: { ...operatorDesk, support, describeGenerations, sites, epoch, liftPauses }, close }
}

type Desk = OperatorDesk & {
  support: Support
  sites: ExcludedSites
  epoch: Pick<InstallationEpoch, 'lift'>
  /** Returns how many pauses were lifted. */
  liftPauses: (email: string, reason: string) => Promise<number>
} & Pick<Writing, 'describeGenerations'>
type Command = (desk: Desk, args: string[], options: Options) => Promise<string[]>
interface Options {
  reason?: string
  key?: string
  json?: boolean
}

const commands: Record<string, Command> = {
  async user(desk, [email], { json }) {
    const seen = await desk.describeUser(requireArgument(email, 'an email address'))
    if (json) return [JSON.stringify(seen, null, 2)]
    const { usage } = seen
    return [
      `${email}: plan ${seen.plan}, ${seen.tokens} tokens${usage.tokens_enabled ? ', used automatically' : ''}`,
      `Searches ${usage.business_searches_count} of ${usage.business_searches_limit}, generations ${usage.email_generations_count} of ${usage.email_generations_limit}, emails ${usage.emails_sent_count} of ${usage.emails_sent_limit}, until ${usage.resets_at}`,
      seen.subscription
        ? `Subscription ${seen.subscription.subscription_id}: ${seen.subscription.plan}, ${seen.subscription.status}, until ${seen.subscription.period_end}`
        : 'No subscription',
      ...seen.payments.map(
        ({ id, amount_cents, returned_cents, paid_at }) =>
          `Payment ${id}: ${dollars(amount_cents)} at ${paid_at}${returned_cents > 0 ? `, ${dollars(returned_cents)} refunded` : ''}`,
      ),
      'Ledger, newest first (time, what, units of the allowance, tokens, cause, note):',
      ...seen.ledger.map(
        ({ created_at, kind, usage_type, units, tokens, cause, note }) =>
          `${created_at}  ${kind} ${usage_type ?? ''}  ${units}  ${tokens > 0 ? '+' : ''}${tokens}  ${cause}  ${note ?? ''}`,
      ),
    ]
  },
  async 'grant-tokens'(desk, [email, tokens], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const key = options.key ?? randomUUID()
    const after = await desk.grantTokens(requireArgument(email, 'an email address'), Number(tokens), {
      reason,
      key,
    })
    return [`${email} now has ${after.tokens} tokens`]
  },
  async 'set-plan'(desk, [email, wanted], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const parsed = plan.safeParse(wanted)
    if (!parsed.success) throw new OperatorError('The plan must be one of test, free, basic, premium.')
    const { before, hasSubscription } = await desk.setPlan(
      requireArgument(email, 'an email address'),
      parsed.data,
      reason,
    )
    const warning =
      'A paid subscription is active: it is still charged, and its next change overwrites this plan.'
    return [`${email} was on ${before} and is now on ${parsed.data}`, ...(hasSubscription ? [warning] : [])]
  },
  async refund(desk, [paymentId], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const { cents, tokensTaken } = await desk.refund(
      requireArgument(paymentId, 'the id of a payment'),
      reason,
    )
    return [`Refunded ${dollars(cents)} and took back ${tokensTaken} tokens`]
  },
  async 'lift-pause'(desk, [email], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const lifted = await desk.liftPauses(requireArgument(email, 'an email address'), reason)
    return [lifted > 0 ? `${email} can send again` : `Sending of ${email} was not paused`]
  },
  async requests({ support }, [wanted = 'open']) {
    const state = readState(wanted)
    const found = await support.listInState(state)
    if (found.length === 0) return [`No requests are ${state}`]
    return found.map(
      ({ id, created_at, priority, type, email, title }) =>
        `${id}  ${created_at}  ${priority} ${type}  ${email}  ${title}`,
    )
  },
  async request({ support }, [id, wanted]) {
    const state = readState(requireArgument(wanted, 'the new state: open, answered or closed'))
    if (!(await support.setState(requireArgument(id, 'the id of a request'), state)))
      throw new OperatorError(`There is no request ${id}. 'npm run admin -- requests' lists them.`)
    return [`The request is now ${state}, as the sender sees on the Support page`]
  },
  async texts(desk, [days = '30']) {
    const span = Number(days)
    if (!Number.isInteger(span) || span < 1 || span > 3650)
      throw new OperatorError('The number of days must be a whole number from 1 to 3650.')
    const since = new Date(systemClock.now().getTime() - span * DAY_MS).toISOString()
    const lines = await desk.describeGenerations(since)
    return [`Texts written in the last ${span} days:`, ...(lines.length > 0 ? lines : ['none'])]
  },
  async 'resume-sending'({ epoch }) {
    return [(await epoch.lift()) ? 'Sending resumed' : 'Sending was not held']
  },
  async 'exclude-site'({ sites }, [website], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const domain = await sites.exclude(requireArgument(website, 'a website'), reason)
    if (!domain) throw new OperatorError(`${website} is not a website. Please write it as bakery.example.`)
    return [`${domain} and its subdomains are no longer read`]
  },
  async 'readmit-site'({ sites }, [website]) {
    if (!(await sites.readmit(requireArgument(website, 'a website'))))
      throw new OperatorError(`${website} was not excluded.`)
    return [`${website} is read again`]
  },
  async 'excluded-sites'({ sites }) {
    const excluded = await sites.list()
    if (excluded.length === 0) return ['No websites are excluded']
    return excluded.map(({ domain, reason, excluded_at }) => `${excluded_at}  ${domain}  ${reason}`)
  },
}

function readState(wanted: string) {
  const state = supportState.safeParse(wanted)
  if (!state.success) throw new OperatorError('The state must be one of open, answered, closed.')
  return state.data
}

function requireArgument(value: string | undefined, what: string): string {
  if (!value?.trim()) throw new OperatorError(`Please give ${what}.\n\n${USAGE}`)
  return value.trim()
}

function readCommandLine(): { name: string; args: string[]; options: Options } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean' } },
    })
    const [name = '', ...args] = positionals
    return { name, args, options: values }
  } catch (error) {
    throw new StartUpError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

/** Outside of `commands`, which start only with the right key. */
async function forgetSecrets(installation: Installation): Promise<number> {
  const place = vaultDepsOf(installation, systemClock)
  if (!(await forgetSealed(place))) {
    terminal.err('The key opens the stored secrets. Nothing was changed.')
    return 1
  }
  await openVault(place)
  terminal.out(
    'The secrets of the lost key are deleted. Publish the new DKIM record (npm run mail -- check), ask people to enter their mailbox passwords again, and restart every process with this key.',
  )
  return 0
}

await runTool(async () => {
  const { name, args, options } = readCommandLine()
  if (name === 'forget-secrets') return withInstallation(forgetSecrets)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartUpError(USAGE)
  return withInstallation(async (installation) => {
    const { desk, close } = await openOperatorDesk(installation)
    try {
      for (const line of await command(desk, args, options)) terminal.out(line)
      return 0
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      terminal.err(error.message)
      return 1
    } finally {
      await close()
    }
  })
})
