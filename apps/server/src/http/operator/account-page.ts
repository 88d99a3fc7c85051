import { withShare } from './accounts-page.ts'
import { renderActs } from './acts-page.ts'
import { type Content, html } from './html.ts'
import { figure, form, moment, plural, renderPage } from './layout.ts'
import type { Account } from './operator-desk.ts'
import { liftPath, type Shown } from './start-page.ts'

export const accountPath = (id: string, act?: 'suspend' | 'unsuspend' | 'delete'): string =>
  `/operator/accounts/${id}${act ? `/${act}` : ''}`

const isPaying = ({ subscription }: Account): boolean =>
  subscription?.status === 'active' || subscription?.status === 'past_due'

export function renderAccountPage(account: Account, shown: Shown): string {
  const { subscription } = account
  const content = html`<p><a href="/operator/accounts">All accounts</a></p>
${
  account.suspended_at
    ? html`<p class="box warning">Suspended since ${moment(account.suspended_at)}: ${account.suspension_reason}</p>`
    : null
}${account.pauses.map((pause) => html`<p class="box warning">Sending is paused for ${pause.kind} since ${moment(pause.at)}: ${pause.sentence}</p>`)}
<dl>
<dt>Name</dt><dd>${account.name}</dd>
<dt>Plan</dt><dd>${account.plan}, ${plural(account.tokens, 'token')}</dd>
<dt>Subscription</dt><dd>${subscription ? html`${subscription.plan}, ${subscription.status}, until ${moment(subscription.period_end)}` : 'none'}</dd>
<dt>Signed up</dt><dd>${moment(account.created_at)}</dd>
<dt>Last seen</dt><dd>${moment(account.last_seen_at)}</dd>
<dt>In 30 days</dt><dd>${figure(account.sent)} sent, ${withShare(account.bounced, account)} bounced, ${withShare(account.complained, account)} complaints</dd>
${account.usage.map(({ name, used, limit }) => html`<dt>${name}</dt><dd>${figure(used)} of ${limit === null ? 'unlimited' : figure(limit)}, until ${moment(account.usage_resets_at)}</dd>`)}
<dt>Owns</dt><dd>${account.organizations.length === 0 ? 'no organization' : account.organizations.map(({ name, members }, at) => html`${at > 0 ? ', ' : null}${name} (${plural(members, 'member')})`)}</dd>
</dl>
${account.pauses.length > 0 ? renderLift(account, shown) : null}
${account.suspended_at ? renderUnsuspend(account, shown) : renderSuspend(account, shown)}
${renderDelete(account, shown)}
<h2>Operator actions on this account</h2>
${renderActs(account.acts, 'Newest first', true)}
<p><a href="/operator/acts?account=${account.id}">All acts on this account</a></p>`
  return renderPage({ title: account.email, place: '/operator/accounts', done: shown.done, content })
}

const REASON = {
  name: 'reason',
  label: 'Reason',
  hint: 'It is stored in the audit log, and the person can read it in their data download.',
}

function renderLift({ id }: Account, { tokens, refused }: Shown): Content {
  const action = liftPath(id)
  return html`<section class="box"><h2>Lift the pause</h2>
<p>All pauses of this account and of the organizations that it owns end. Its bounces and complaints are counted from now on.</p>
${form({ action, token: tokens.sign(action), button: 'Lift', tone: 'main', fields: [REASON], refused })}
</section>`
}

function renderSuspend(account: Account, { tokens, refused }: Shown): Content {
  const action = accountPath(account.id, 'suspend')
  return html`<section class="box"><h2>Suspend</h2>
<p>Nobody can log in, and nothing is sent, gathered, written or forwarded any more. Nothing is lost: what waits goes on once the account is open again. ${account.organizations.length > 0 ? 'The organizations that it owns are suspended, too. ' : null}</p>
${isPaying(account) ? html`<p>A paid subscription is active: it is still charged.</p>` : null}
${form({
  action,
  token: tokens.sign(action),
  button: 'Suspend',
  tone: 'danger',
  fields: [
    {
      name: 'reason',
      label: 'Reason',
      hint: 'The person gets it by mail, and reads it when they try to log in.',
    },
  ],
  ...(account.is_operators && {
    confirm: {
      name: 'confirmed',
      label: 'This is the address of OPERATOR_EMAIL, your own: suspend it all the same',
    },
  }),
  refused,
})}
</section>`
}

function renderUnsuspend({ id }: Account, { tokens, refused }: Shown): Content {
  const action = accountPath(id, 'unsuspend')
  return html`<section class="box"><h2>End the suspension</h2>
<p>The person can log in again, and what waited goes on.</p>
${form({ action, token: tokens.sign(action), button: 'Unsuspend', tone: 'main', fields: [REASON], refused })}
</section>`
}

function renderDelete(account: Account, { tokens, refused }: Shown): Content {
  const action = accountPath(account.id, 'delete')
  return html`<details${refused?.action === action ? html` open` : null}><summary>Delete this account</summary>
<section class="box"><h2>Delete for good</h2>
<p>The account goes with all its tables, prospects, campaigns, replies and files, and so do the organizations that it owns, for all their members. An active subscription is ended. This can’t be undone.</p>
${
  account.organizations.length > 0
    ? html`<ul>${account.organizations.map(({ name, members }) => html`<li>${name}, ${plural(members, 'member')}</li>`)}</ul>`
    : null
}
${form({
  action,
  token: tokens.sign(action),
  button: 'Delete the account',
  tone: 'danger',
  fields: [
    {
      name: 'email',
      label: 'The account’s address',
      hint: `To confirm, type ${account.email}`,
      type: 'email',
    },
    REASON,
  ],
  refused,
})}
</section></details>`
}
