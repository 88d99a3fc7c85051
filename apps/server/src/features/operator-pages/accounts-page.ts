import { plan as planNames } from '@goldpan/contract/accounts'
import { figure, withShare } from '../operator/figures.ts'
import type { ListedUser, UsersWanted } from '../operator/operator-accounts.ts'
import { type Content, html } from './html.ts'
import { accountPath, moment, renderPage, table } from './layout.ts'

const PLANS = planNames.options
const PAGE_MAX = 100_000

/** The query of the list as it was typed. */
export type Typed = Record<string, string>

export interface ReadFilter {
  filter: Omit<UsersWanted, 'limit' | 'page'>
  page: number
  /** Sentences by the name of the field. */
  wrong: Record<string, string>
}

const NUMBERS = {
  sent_over: { key: 'sentOver', label: 'Sent more than', max: 1_000_000_000, isWhole: true },
  bounced_over: { key: 'bouncedOver', label: 'Bounce rate above (%)', max: 100, isWhole: false },
  complained_over: { key: 'complainedOver', label: 'Complaint rate above (%)', max: 100, isWhole: false },
  inactive_days: { key: 'inactiveDays', label: 'Inactive for (days)', max: 36_500, isWhole: true },
} as const

export function readFilter(typed: Typed): ReadFilter {
  const filter: ReadFilter['filter'] = {}
  const wrong: Record<string, string> = {}
  for (const [name, { key, max, isWhole }] of Object.entries(NUMBERS)) {
    const text = (typed[name] ?? '').trim().replace(',', '.')
    if (text === '') continue
    const value = Number(text)
    if (value >= 0 && value <= max && (!isWhole || Number.isInteger(value))) filter[key] = value
    else wrong[name] = `Please give a ${isWhole ? 'whole ' : ''}number from 0 to ${figure(max)}.`
  }
  const plan = PLANS.find((one) => one === typed.plan)
  if (plan) filter.plan = plan
  if (typed.suspended === 'yes') filter.isSuspended = true
  const search = (typed.search ?? '').trim().slice(0, 320)
  if (search) filter.search = search
  const page = Number(typed.page ?? 1)
  return { filter, wrong, page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1 }
}

export function renderAccountsPage(
  typed: Typed,
  { page, wrong }: ReadFilter,
  found: { users: ListedUser[]; next_page: number | null } | null,
  done?: string | null,
): string {
  const { page: _, ...asked } = typed
  const isFiltered = Object.values(asked).some((value) => value.trim() !== '')
  const content = html`${renderFilter(typed, wrong, isFiltered)}
${found && renderList(found, { asked, page, isFiltered })}`
  return renderPage({ title: 'Accounts', nav: '/operator/accounts', done, content })
}

function renderFilter(typed: Typed, wrong: Record<string, string>, isFiltered: boolean): Content {
  const isWrong = Object.keys(wrong).length > 0
  const numbers = Object.entries(NUMBERS).map(([name, { label }]) => {
    const sentence = wrong[name]
    return html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="decimal" autocomplete="off" value="${typed[name]}"${sentence ? html` aria-invalid="true" aria-describedby="${name}-wrong"` : null}>
${sentence && html`<small class="wrong" id="${name}-wrong">${sentence}</small>`}</div>`
  })
  return html`<details${isFiltered ? html` open` : null}><summary>Filter</summary>
${isWrong ? html`<p class="box error" role="alert">Please correct the marked fields.</p>` : null}
<form method="get" action="/operator/accounts">
<div class="fields">
<div><label for="search">Address or name</label>
<input id="search" name="search" type="search" maxlength="320" value="${typed.search}"></div>
<div><label for="plan">Plan</label>
<select id="plan" name="plan"><option value="">Any</option>${PLANS.map((plan) => html`<option${plan === typed.plan ? html` selected` : null}>${plan}</option>`)}</select></div>
${numbers}
</div>
<label><input type="checkbox" name="suspended" value="yes"${typed.suspended === 'yes' ? html` checked` : null}>Suspended only</label>
<button class="main">Show</button> ${isFiltered ? html`<a href="/operator/accounts">Show all</a>` : null}
</form>
</details>`
}

function renderList(
  { users, next_page }: { users: ListedUser[]; next_page: number | null },
  { asked, page, isFiltered }: { asked: Typed; page: number; isFiltered: boolean },
): Content {
  if (users.length === 0)
    return html`<p>${isFiltered || page > 1 ? 'No account matches.' : 'There is no account yet.'}</p>`
  const link = (to: number) =>
    `/operator/accounts?${new URLSearchParams({ ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value)), page: String(to) })}`
  return html`${table(
    'Most mails sent first. Figures are of the last 30 days.',
    [
      'Account',
      'Plan',
      { name: 'Sent', isFigure: true },
      { name: 'Bounced', isFigure: true },
      { name: 'Complaints', isFigure: true },
      'Last seen',
    ],
    users.map((user) => [
      html`<a href="${accountPath(user.id)}">${user.email}</a><br><small>${user.name}</small>${
        user.suspended_at
          ? html`<br><strong class="wrong">Suspended:</strong> ${user.suspension_reason}`
          : null
      }`,
      user.plan,
      figure(user.sent),
      withShare(user.bounced, user),
      withShare(user.complained, user),
      moment(user.last_seen_at),
    ]),
  )}
<p>${page > 1 ? html`<a href="${link(page - 1)}">Previous page</a> ` : null}${next_page === null ? null : html`<a href="${link(next_page)}">Next page</a>`}</p>`
}
