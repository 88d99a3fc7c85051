import { type Content, html } from './html.ts'
import { form, moment, renderPage, table } from './layout.ts'
import type { FailedWork } from './operator-desk.ts'
import type { Shown } from './start-page.ts'

export const jobPath = (id: string, act: 'retry' | 'cancel'): string =>
  `/operator/jobs/${encodeURIComponent(id)}/${act}`

const STATES = { failed: 'Failed', retrying: 'Is tried again', waiting: 'Waits' }

export function renderJobsPage(
  { jobs, has_more }: { jobs: FailedWork[]; has_more: boolean },
  shown: Shown,
): string {
  const refused = shown.refused
  // The work of a refused form may be gone from the list.
  const isShown = jobs.some(({ id }) => refused?.action === jobPath(id, 'cancel'))
  const content = html`${refused && !isShown ? html`<p class="box error" role="alert">${refused.sentence}</p>` : null}
<p>Work that failed, or that waits for longer than it should. Its content isn’t shown; the log says more under the id.</p>
${
  jobs.length === 0
    ? html`<p>Nothing failed.</p>`
    : table(
        has_more ? `The newest ${jobs.length}; more failed.` : 'Newest first',
        ['Work', 'State', 'Account', 'Why', 'What to do'],
        jobs.map((job) => renderJob(job, shown)),
      )
}
<p><a href="/operator/jobs">Refresh</a></p>`
  return renderPage({ title: 'Failed work', place: '/operator/jobs', done: shown.done, content })
}

function renderJob(job: FailedWork, { tokens, refused }: Shown): Content[] {
  const { id, kind, state, account, reason, at, tries, next_at, advice } = job
  const [retry, cancel] = [jobPath(id, 'retry'), jobPath(id, 'cancel')]
  return [
    html`${kind}<br><small>${id}</small>`,
    html`${STATES[state]} since ${moment(at)}${tries === null ? null : `, tried ${tries} ${tries === 1 ? 'time' : 'times'}`}${next_at ? html`, next at ${moment(next_at)}` : null}`,
    account && html`<a href="/operator/accounts/${account.id}">${account.email}</a>`,
    reason,
    html`${advice ? html`<p>${advice}</p>` : null}${
      job.can_retry
        ? form({ action: retry, token: tokens.sign(retry), button: 'Try again', refused: null })
        : null
    }${
      job.can_cancel
        ? html`<details${refused?.action === cancel ? html` open` : null}><summary>Give up</summary>
${form({
  action: cancel,
  token: tokens.sign(cancel),
  button: 'Give up',
  tone: 'danger',
  fields: [{ name: 'reason', label: 'Reason' }],
  refused,
})}</details>`
        : null
    }`,
  ]
}
