import type { FormTokens } from './form-tokens.ts'
import { html } from './html.ts'
import { duration, figure, form, moment, plural, type Refused, renderPage, table } from './layout.ts'
import type { Overview } from './operator-desk.ts'

export interface Shown {
  tokens: FormTokens
  done?: string | null | undefined
  refused: Refused | null
}

export const RESUME_PATH = '/operator/resume-sending'
export const liftPath = (id: string): string => `/operator/accounts/${id}/lift-pause`

const REASON = { name: 'reason', label: 'Reason' }

/** Current problems first, then the queues. */
export function renderStartPage(seen: Overview, { tokens, done, refused }: Shown): string {
  const hold =
    seen.hold !== null &&
    html`<section class="box warning">
<h2>All sending is held</h2>
<p>${seen.hold}</p>
${form({ action: RESUME_PATH, token: tokens.sign(RESUME_PATH), button: 'Resume sending', tone: 'main', fields: [REASON], refused })}
</section>`
  const content = html`<p class="muted">At ${moment(seen.at)}, Goldpan ${seen.version}. <a href="/operator">Refresh</a></p>
${hold}
${renderWorkers(seen)}
<p>${
    seen.failed.count === 0
      ? 'Nothing failed.'
      : html`<a href="/operator/jobs">${seen.failed.has_more ? 'More than ' : null}${plural(seen.failed.count, 'job', 'jobs')} failed</a>`
  }</p>
<h2>Pauses of sending</h2>
${renderPauses(seen, { tokens, refused })}
<h2>Queues</h2>
<p>Connections of this process to the database: ${seen.connections.total} (${seen.connections.idle} idle), ${seen.connections.waiting} callers waiting.</p>
${table(
  'Work that waits, is under way or has failed',
  ['Queue', 'State', { name: 'Entries', isFigure: true }, { name: 'Oldest has waited', isFigure: true }],
  seen.queues.map(({ queue, state, count, oldestSeconds }) => [
    queue,
    state,
    figure(count),
    oldestSeconds === null ? '' : duration(oldestSeconds),
  ]),
)}
<h2>Logins refused in the last 24 hours</h2>
${
  seen.refused_logins.length === 0
    ? html`<p>None.</p>`
    : table(
        'Why, and how many',
        ['Why', { name: 'Logins', isFigure: true }],
        seen.refused_logins.map(({ reason, logins }) => [reason, figure(logins)]),
      )
}`
  return renderPage({ title: 'Overview', place: '/operator', done, content })
}

function renderWorkers({ workers, at }: Overview) {
  if (workers.length === 0)
    return html`<p class="box error">No worker is alive: nothing is sent, gathered or answered. Start a process with the role <code>worker</code>, and look at the log of the last one.</p>`
  const since = workers.map(({ started_at }) =>
    duration(Math.max(0, Math.round((Date.parse(at) - Date.parse(started_at)) / 1000))),
  )
  return html`<p>${plural(workers.length, 'worker is', 'workers are')} alive, for ${since.join(', ')}.</p>`
}

function renderPauses({ pauses }: Overview, { tokens, refused }: Pick<Shown, 'tokens' | 'refused'>) {
  if (pauses.length === 0) return html`<p>No account is paused.</p>`
  return pauses.map(({ account, kind, sentence, at }) => {
    const action = liftPath(account.id)
    return html`<section class="box">
<h3><a href="/operator/accounts/${account.id}">${account.email}</a></h3>
<p>For ${kind}, since ${moment(at)}: ${sentence}</p>
<details${refused?.action === action ? html` open` : null}><summary>Lift the pause</summary>
<p>All pauses of this account and of the organizations that it owns end. Its bounces and complaints are counted from now on.</p>
${form({ action, token: tokens.sign(action), button: 'Lift', tone: 'main', fields: [REASON], refused })}
</details>
</section>`
  })
}
