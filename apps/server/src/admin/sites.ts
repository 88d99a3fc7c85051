import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, recordAct, requireArgument } from './command.ts'

export const usage = [
  'exclude-site <website> --reason "…"',
  'readmit-site <website> [--reason "…"]',
  'excluded-sites',
]

export const commands: Record<string, Command> = {
  async 'exclude-site'(desk, [website], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const site = requireArgument(website, 'a website')
    const domain = await desk.db.transaction(async (tx) => {
      const excluded = await desk.sites.exclude(tx, site, reason)
      if (excluded) await recordAct(desk, tx, { act: 'exclude-site', subject: excluded, reason })
      return excluded
    })
    if (!domain) throw new OperatorError(`${website} is not a website. Please write it as bakery.example.`)
    return [`${domain} and its subdomains are no longer read`]
  },
  async 'readmit-site'(desk, [website], { reason }) {
    const site = requireArgument(website, 'a website')
    const isReadmitted = await desk.db.transaction(async (tx) => {
      if (!(await desk.sites.readmit(tx, site))) return false
      await recordAct(desk, tx, { act: 'readmit-site', subject: site, ...(reason && { reason }) })
      return true
    })
    if (!isReadmitted) throw new OperatorError(`${website} was not excluded.`)
    return [`${website} is read again`]
  },
  async 'excluded-sites'({ sites }) {
    const excluded = await sites.list()
    if (excluded.length === 0) return ['No websites are excluded']
    return excluded.map(({ domain, reason, excluded_at }) => `${excluded_at}  ${domain}  ${reason}`)
  },
}
