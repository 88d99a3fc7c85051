import { figure, plural } from '../operator/figures.ts'
import { form, REASON, type Shown } from './forms.ts'
import { type Content, html } from './html.ts'
import { accountPath, duration, moment, RESUME_PATH, renderPage, table } from './layout.ts'
import type { Overview } from './operator-pages.ts'

/** Current problems first, then the queues. */
export function renderStartPage(overview: Overview, shown: Shown): string {
  const { hold, failed, connections } = overview
  const content = html`<p class="muted">At ${moment(overview.at)}, Goldpan ${overview.version}. <a href="/operator">Refresh</a></p>
${
  hold !== null &&
  html`<section class="box warning">
<h2>All sending is held</h2>
<p>${hold}</p>
${form(shown, { action: RESUME_PATH, button: 'Resume sending', tone: 'main', fields: [REASON] })}
</section>`
}
${renderWorkers(overview)}
<p>${
    failed.count === 0
      ? 'Nothing failed.'
      : html`<a href="/operator/jobs">${failed.has_more ? 'More than ' : null}${plural(failed.count, 'job')} failed</a>`
  }</p>
<h2>Pauses of sending</h2>
${renderPauses(overview, shown)}
<h2>Queues</h2>
<p>Connections of this process to the database: ${connections.total} (${connections.idle} idle), ${plural(connections.waiting, 'caller')} waiting.</p>
${table(
  'Work that waits, is under way or has failed',
  ['Queue', 'State', { name: 'Entries', isFigure: true }, { name: 'Oldest has waited', isFigure: true }],
  overview.queues.map(({ queue, state, count, oldestSeconds }) => [
    queue,
    state,
    figure(count),
    oldestSeconds === null ? '' : duration(oldestSeconds),
  ]),
)}
<h2>Logins refused in the last 24 hours</h2>
${
  overview.refused_logins.length === 0
    ? html`<p>None.</p>`
    : table(
        'By reason',
        ['Reason', { name: 'Logins', isFigure: true }],
        overview.refused_logins.map(({ reason, logins }) => [reason, figure(logins)]),
      )
}`
  return renderPage({ title: 'Overview', nav: '/operator', done: shown.done, content })
}

function renderWorkers({ workers, at }: Overview): Content {
  if (workers.length === 0)
    return html`<p class="box error">No worker is alive: nothing is sent, gathered or answered. Start a process with the role <code>worker</code>, and look at the log of the last one.</p>`
  const ages = workers.map(({ started_at }) =>
    duration(Math.max(0, Math.round((Date.parse(at) - Date.parse(started_at)) / 1000))),
  )
  return html`<p>${plural(workers.length, 'worker is', 'workers are')} alive, for ${ages.join(', ')}.</p>`
}

function renderPauses({ pauses }: Overview, shown: Shown): Content {
  if (pauses.length === 0) return html`<p>No account is paused.</p>`
  return pauses.map(({ account, kind, sentence, at }) => {
    const isRefused = shown.refused?.action === accountPath(account.id, 'lift-pause')
    return html`<section class="box">
<h3><a href="${accountPath(account.id)}">${account.email}</a></h3>
<p>For ${kind}, since ${moment(at)}: ${sentence}</p>
<details${isRefused ? html` open` : null}><summary>Lift the pause</summary>
${renderLift(account.id, shown)}
</details>
</section>`
  })
}

export const renderLift = (accountId: string, shown: Shown, reason = REASON): Content =>
  html`<p>This ends all pauses of the account and of the organizations it owns. Its bounces and complaints are counted from now on.</p>
${form(shown, { action: accountPath(accountId, 'lift-pause'), button: 'Lift', tone: 'main', fields: [reason] })}`
