import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, recordAction, requireArgument } from './command.ts'

export const usage = [
  'exclude-site <website> --reason "…"',
  'readmit-site <website> [--reason "…"]',
  'excluded-sites',
]

export const commands: Record<string, Command> = {
  async 'exclude-site'(deps, [website], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const site = requireArgument(website, 'a website')
    const domain = await deps.db.transaction(async (tx) => {
      const excluded = await deps.sites.exclude(tx, site, reason)
      if (excluded) await recordAction(deps, tx, { action: 'exclude-site', subject: excluded, reason })
      return excluded
    })
    if (!domain) throw new OperatorError(`${website} is not a website. Please write it as bakery.example.`)
    return [`${domain} and its subdomains are no longer read`]
  },
  async 'readmit-site'(deps, [website], { reason }) {
    const site = requireArgument(website, 'a website')
    const domain = await deps.db.transaction(async (tx) => {
      const readmitted = await deps.sites.readmit(tx, site)
      if (readmitted)
        await recordAction(deps, tx, {
          action: 'readmit-site',
          subject: readmitted,
          ...(reason && { reason }),
        })
      return readmitted
    })
    if (!domain) throw new OperatorError(`${website} was not excluded.`)
    return [`${domain} is read again`]
  },
  async 'excluded-sites'({ sites }) {
    const excluded = await sites.list()
    if (excluded.length === 0) return ['No websites are excluded']
    return excluded.map(({ domain, reason, excluded_at }) => `${excluded_at}  ${domain}  ${reason}`)
  },
}
