import { type Content, html } from './html.ts'
import { moment, renderPage, table } from './layout.ts'
import type { RecordedAct } from './operator-desk.ts'

export interface ActsWanted {
  account: string | null
  page: number
}

export function renderActsPage(
  { account, page }: ActsWanted,
  found: { acts: RecordedAct[]; has_more: boolean } | { sentence: string },
): string {
  const link = (to: number) =>
    `/operator/acts?${new URLSearchParams({ ...(account && { account }), page: String(to) })}`
  const list =
    'sentence' in found
      ? html`<p class="box error" role="alert" id="account-wrong">${found.sentence}</p>`
      : html`${renderActs(found.acts, 'Newest first')}
<p>${page > 1 ? html`<a href="${link(page - 1)}">Newer</a> ` : null}${found.has_more ? html`<a href="${link(page + 1)}">Older</a>` : null}</p>`
  const content = html`<form method="get" action="/operator/acts">
<label for="account">Address or id of an account</label>
<input id="account" name="account" type="search" maxlength="320" value="${account}"${'sentence' in found ? html` aria-invalid="true" aria-describedby="account-wrong"` : null}>
<button class="main">Show</button> ${account ? html`<a href="/operator/acts">Show all</a>` : null}
</form>
${list}`
  return renderPage({ title: 'Audit log', place: '/operator/acts', content })
}

/** Without whom they were on, if all are on one account. */
export function renderActs(acts: RecordedAct[], caption: string, isOfOne = false): Content {
  if (acts.length === 0) return html`<p>Nothing was done.</p>`
  const onWhom = ({ account_id, subject }: RecordedAct) =>
    account_id ? html`<a href="/operator/accounts/${account_id}">${subject ?? 'an account'}</a>` : subject
  return table(
    caption,
    ['When', 'Act', ...(isOfOne ? [] : ['On']), 'By', 'Why'],
    acts.map((act) => [
      moment(act.at),
      html`${act.act}${act.detail ? html`<br><small>${act.detail}</small>` : null}`,
      ...(isOfOne ? [] : [onWhom(act)]),
      act.operator,
      act.reason,
    ]),
  )
}
