import type { ListedEntry } from '../operator/audit-log.ts'
import { type Content, html } from './html.ts'
import { accountPath, moment, renderPage, table } from './layout.ts'

export interface EntriesWanted {
  /** Its address or id. */
  account: string | null
  page: number
}

export function renderAuditLogPage(
  { account, page }: EntriesWanted,
  found: { entries: ListedEntry[]; has_more: boolean } | { sentence: string },
): string {
  const link = (to: number) =>
    `/operator/audit-log?${new URLSearchParams({ ...(account && { account }), page: String(to) })}`
  const list =
    'sentence' in found
      ? html`<p class="box error" role="alert" id="account-wrong">${found.sentence}</p>`
      : html`${renderEntries(found.entries)}
<p>${page > 1 ? html`<a href="${link(page - 1)}">Newer</a> ` : null}${found.has_more ? html`<a href="${link(page + 1)}">Older</a>` : null}</p>`
  const content = html`<form method="get" action="/operator/audit-log">
<label for="account">Address or id of an account</label>
<input id="account" name="account" type="search" maxlength="320" value="${account}"${'sentence' in found ? html` aria-invalid="true" aria-describedby="account-wrong"` : null}>
<button class="main">Show</button> ${account ? html`<a href="/operator/audit-log">Show all</a>` : null}
</form>
${list}`
  return renderPage({ title: 'Audit log', nav: '/operator/audit-log', content })
}

export function renderEntries(entries: ListedEntry[], { isOfOneAccount = false } = {}): Content {
  if (entries.length === 0) return html`<p>No entries</p>`
  const subjectOf = ({ account_id, subject }: ListedEntry) =>
    account_id ? html`<a href="${accountPath(account_id)}">${subject ?? 'an account'}</a>` : subject
  return table(
    'Newest first',
    ['When', 'Action', ...(isOfOneAccount ? [] : ['On']), 'By', 'Reason'],
    entries.map((entry) => [
      moment(entry.at),
      html`${entry.action}${entry.detail ? html`<br><small>${entry.detail}</small>` : null}`,
      ...(isOfOneAccount ? [] : [subjectOf(entry)]),
      entry.operator,
      entry.reason,
    ]),
  )
}
