import { stateWords } from '../operator/failed-jobs.rules.ts'
import type { FailedWork } from '../operator/failed-jobs.ts'
import { plural } from '../operator/figures.ts'
import { form, REASON, type Shown } from './forms.ts'
import { type Content, html } from './html.ts'
import { accountPath, jobPath, moment, renderPage, table } from './layout.ts'

export function renderJobsPage(
  { jobs, has_more }: { jobs: FailedWork[]; has_more: boolean },
  shown: Shown,
): string {
  const refused = shown.refused
  // The work of a refused form may be gone from the list.
  const isShown = jobs.some(({ id }) => refused?.action === jobPath(id, 'cancel'))
  const content = html`${refused && !isShown ? html`<p class="box error" role="alert">${refused.sentence}</p>` : null}
<p>Work that failed, or that waits for longer than it should. Its content isn’t shown; search the log for the id to learn more.</p>
${
  jobs.length === 0
    ? html`<p>Nothing failed.</p>`
    : table(
        has_more ? `The newest ${jobs.length}; more failed.` : 'Newest first',
        ['Work', 'State', 'Account', 'Reason', 'Actions'],
        jobs.map((job) => renderJob(job, shown)),
      )
}
<p><a href="/operator/jobs">Refresh</a></p>`
  return renderPage({ title: 'Failed work', nav: '/operator/jobs', done: shown.done, content })
}

function renderJob(job: FailedWork, shown: Shown): Content[] {
  const { id, account, advice } = job
  const cancel = jobPath(id, 'cancel')
  return [
    html`${job.kind}<br><small>${id}</small>`,
    html`${stateWords[job.state]} since ${moment(job.at)}${job.tries === null ? null : `, ${plural(job.tries, 'attempt')}`}${job.next_at ? html`, next at ${moment(job.next_at)}` : null}`,
    account && html`<a href="${accountPath(account.id)}">${account.email}</a>`,
    job.reason,
    html`${advice ? html`<p>${advice}</p>` : null}${
      job.can_retry ? form(shown, { action: jobPath(id, 'retry'), button: 'Retry' }) : null
    }${
      job.can_cancel
        ? html`<details${shown.refused?.action === cancel ? html` open` : null}><summary>Cancel</summary>
${form(shown, { action: cancel, button: 'Cancel it', tone: 'danger', fields: [REASON] })}</details>`
        : null
    }`,
  ]
}
