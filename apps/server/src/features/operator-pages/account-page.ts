import { isPaying } from '../billing/operator-billing.ts'
import { figure, plural, withShare } from '../operator/figures.ts'
import { renderEntries } from './audit-log-page.ts'
import { form, REASON, type Shown } from './forms.ts'
import { type Content, html } from './html.ts'
import { accountPath, moment, renderPage } from './layout.ts'
import type { Account } from './operator-pages.ts'
import { renderLift } from './start-page.ts'

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
${account.pauses.length > 0 ? html`<section class="box"><h2>Lift the pause</h2>\n${renderLift(account.id, shown, AUDITED_REASON)}\n</section>` : null}
${account.suspended_at ? renderUnsuspend(account, shown) : renderSuspend(account, shown)}
${renderDelete(account, shown)}
<h2>Operator actions on this account</h2>
${renderEntries(account.actions, { isOfOneAccount: true })}
<p><a href="/operator/audit-log?account=${account.id}">All actions on this account</a></p>`
  return renderPage({ title: account.email, nav: '/operator/accounts', done: shown.done, content })
}

const AUDITED_REASON = {
  ...REASON,
  hint: 'It is stored in the audit log, and the person can read it in their data download.',
}

function renderSuspend(account: Account, shown: Shown): Content {
  return html`<section class="box"><h2>Suspend</h2>
<p>Nobody can log in, and nothing is sent, gathered, written or forwarded any more. Nothing is lost: queued work resumes once the account is open again. ${account.organizations.length > 0 ? 'The organizations it owns are suspended, too. ' : null}</p>
${isPaying(account.subscription) ? html`<p>A paid subscription is active: it is still charged.</p>` : null}
${form(shown, {
  action: accountPath(account.id, 'suspend'),
  button: 'Suspend',
  tone: 'danger',
  fields: [{ ...REASON, hint: 'The person gets it by email, and reads it when they try to log in.' }],
  ...(account.is_operators && {
    confirm: {
      name: 'confirmed',
      label: 'This is your own address (OPERATOR_EMAIL). Suspend it anyway.',
    },
  }),
})}
</section>`
}

function renderUnsuspend({ id }: Account, shown: Shown): Content {
  return html`<section class="box"><h2>End the suspension</h2>
<p>The person can log in again, and queued work resumes.</p>
${form(shown, {
  action: accountPath(id, 'unsuspend'),
  button: 'Unsuspend',
  tone: 'main',
  fields: [AUDITED_REASON],
})}
</section>`
}

function renderDelete(account: Account, shown: Shown): Content {
  const action = accountPath(account.id, 'delete')
  return html`<details${shown.refused?.action === action ? html` open` : null}><summary>Delete this account</summary>
<section class="box"><h2>Delete for good</h2>
<p>This deletes the account with all its tables, prospects, campaigns, replies and files, and the organizations it owns, for all their members. An active subscription is ended. This can’t be undone.</p>
${
  account.organizations.length > 0
    ? html`<ul>${account.organizations.map(({ name, members }) => html`<li>${name}, ${plural(members, 'member')}</li>`)}</ul>`
    : null
}
${form(shown, {
  action,
  button: 'Delete the account',
  tone: 'danger',
  fields: [
    {
      name: 'email',
      label: 'The account’s address',
      hint: `To confirm, type ${account.email}`,
      type: 'email',
    },
    AUDITED_REASON,
  ],
})}
</section></details>`
}
