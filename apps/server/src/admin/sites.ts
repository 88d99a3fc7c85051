import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, requireArgument } from './command.ts'

export const usage = ['exclude-site <website> --reason "…"', 'readmit-site <website>', 'excluded-sites']

export const commands: Record<string, Command> = {
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
