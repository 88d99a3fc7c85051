import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAnswer } from '../../http/error-answers.ts'
import type { KnownHosts } from '../../http/known-hosts.ts'
import { type GuardDeps, guardedBy, operatorOf } from '../../http/operator/operator-guard.ts'
import { refuse } from '../../http/refuse.ts'
import { refuseForeignOrigin } from '../../http/session-gate.ts'
import type { AuditInfo } from '../operator/audit-log.ts'
import { checkReason, OperatorError } from '../operator/operator-error.ts'
import { renderAccountPage } from './account-page.ts'
import { readFilter, renderAccountsPage } from './accounts-page.ts'
import { renderAuditLogPage } from './audit-log-page.ts'
import { createFormTokens, FORM_TOKEN, type FormTokens, type Refused } from './forms.ts'
import { html } from './html.ts'
import { renderJobsPage } from './jobs-page.ts'
import { accountPath, type NavPath, PAGE_POLICY, RESUME_PATH, renderPage } from './layout.ts'
import type { OperatorPages } from './operator-pages.ts'
import { renderStartPage } from './start-page.ts'

export interface OperatorPagesBinding extends GuardDeps {
  hosts: KnownHosts
  /** Signs forms. */
  secret: Buffer
}

const BODY_BYTES = 16 * 1024
const LISTED = 50
const AUDIT_LOG_PAGES = 200

/** The notice after a form, by `done` in the query. */
const DONE: Record<string, string> = {
  suspended: 'The account is suspended. Queued work is kept and resumes once the account is open again.',
  'suspended-before': 'The account was suspended already. Nothing was changed.',
  unsuspended: 'The account is open again, and queued work resumes.',
  'unsuspended-before': 'The account was not suspended. Nothing was changed.',
  deleted: 'Nobody can log in to the account any more. It is being deleted in the background.',
  lifted: 'The pause is lifted: the account can send again.',
  'lifted-before': 'Sending of the account was not paused. Nothing was changed.',
  resumed: 'Sending resumed.',
  'resumed-before': 'Sending was not held. Nothing was changed.',
  retried: 'Queued again. If it fails, it returns to this list.',
  cancelled: 'Cancelled.',
}

interface Sent {
  id: string
  typed: Record<string, string>
  operator: string
}

/** `/operator`: pages without scripts for people who have the operator's token. */
export async function bindOperatorPages(
  server: FastifyInstance,
  pages: OperatorPages,
  { secret, hosts, ...guard }: OperatorPagesBinding,
): Promise<void> {
  const tokens = createFormTokens(secret)
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parseAs = { parseAs: 'string', bodyLimit: BODY_BYTES } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', parseAs, (_request, body, done) =>
      done(null, readForm(String(body))),
    )
    scope.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('content-security-policy', PAGE_POLICY),
    )
    scope.addHook('onRequest', guardedBy(guard))
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, hosts))
    scope.setErrorHandler(sendError)
    bindPages(scope, pages, tokens)
    bindForms(scope, pages, tokens)
  })
}

function bindPages(scope: FastifyInstance, pages: OperatorPages, tokens: FormTokens): void {
  const shownOf = (request: FastifyRequest) => {
    const code = queryOf(request).done ?? ''
    return { tokens, refused: null, done: Object.hasOwn(DONE, code) ? DONE[code] : null }
  }

  scope.get('/operator', async (request, reply) =>
    send(reply, renderStartPage(await pages.readOverview(), shownOf(request))),
  )

  scope.get('/operator/accounts', async (request, reply) => {
    const { done: code = '', ...typed } = queryOf(request)
    const read = readFilter(typed)
    const isWrong = Object.keys(read.wrong).length > 0
    const found = isWrong
      ? null
      : await pages.listAccounts({ ...read.filter, page: read.page, limit: LISTED })
    const done = code === 'deleted' ? DONE.deleted : null
    return send(reply.code(isWrong ? 422 : 200), renderAccountsPage(typed, read, found, done))
  })

  scope.get('/operator/accounts/:id', async (request, reply) => {
    try {
      return send(reply, renderAccountPage(await pages.getAccount(idOf(request)), shownOf(request)))
    } catch (error) {
      return send(reply.code(404), renderNoAccount(error))
    }
  })

  scope.get('/operator/jobs', async (request, reply) =>
    send(reply, renderJobsPage(await pages.listJobs(), shownOf(request))),
  )

  scope.get('/operator/audit-log', async (request, reply) => {
    const { account = '', page: asked = '1' } = queryOf(request)
    const page = Number(asked)
    const wanted = {
      account: account.trim() || null,
      page: Number.isInteger(page) && page >= 1 && page <= AUDIT_LOG_PAGES ? page : 1,
    }
    try {
      return send(reply, renderAuditLogPage(wanted, await pages.listActions(wanted)))
    } catch (error) {
      return send(reply.code(404), renderAuditLogPage(wanted, { sentence: sentenceOf(error) }))
    }
  })
}

function bindForms(scope: FastifyInstance, pages: OperatorPages, tokens: FormTokens): void {
  /** Does what a form asks for and goes on to `work`'s address, or shows the page again with what was typed. */
  function bindForm(
    path: string,
    work: (sent: Sent) => Promise<string>,
    renderAgain: (sent: Sent, refused: Refused) => Promise<string>,
  ): void {
    scope.post(path, async (request, reply) => {
      const action = new URL(request.url, 'http://localhost').pathname
      const { [FORM_TOKEN]: token, ...typed } = (request.body ?? {}) as Record<string, string>
      if (!tokens.isValid(action, token)) refuse('request.foreign_origin')
      const sent = { id: idOf(request), typed, operator: operatorOf(request) }
      try {
        return reply.redirect(await work(sent), 303)
      } catch (error) {
        const refused = { action, sentence: sentenceOf(error), typed }
        return send(reply.code(422), await renderAgain(sent, refused))
      }
    })
  }

  const accountAgain = ({ id }: Sent, refused: Refused) =>
    pages.getAccount(id).then((account) => renderAccountPage(account, { tokens, refused }), renderNoAccount)
  const startAgain = async (_sent: Sent, refused: Refused) =>
    renderStartPage(await pages.readOverview(), { tokens, refused })
  const jobsAgain = async (_sent: Sent, refused: Refused) =>
    renderJobsPage(await pages.listJobs(), { tokens, refused })
  const doneAt = (path: string, code: string, isDone = true) =>
    `${path}?done=${code}${isDone ? '' : '-before'}`

  bindForm(
    '/operator/accounts/:id/suspend',
    async (sent) => {
      const { is_operators } = await pages.getAccount(sent.id)
      const isConfirmed = sent.typed.confirmed === 'yes'
      if (is_operators && !isConfirmed)
        throw new OperatorError('This is your own address: nothing was changed. Tick the box if you mean it.')
      const isDone = await pages.suspend(sent.id, { ...auditInfoOf(sent), isConfirmed })
      return doneAt(accountPath(sent.id), 'suspended', isDone)
    },
    accountAgain,
  )
  bindForm(
    '/operator/accounts/:id/unsuspend',
    async (sent) =>
      doneAt(accountPath(sent.id), 'unsuspended', await pages.unsuspend(sent.id, auditInfoOf(sent))),
    accountAgain,
  )
  bindForm(
    '/operator/accounts/:id/delete',
    async (sent) => {
      const { email } = await pages.getAccount(sent.id)
      if ((sent.typed.email ?? '').trim().toLowerCase() !== email.toLowerCase())
        throw new OperatorError(`Nothing was deleted. To confirm, type the account’s address: ${email}`)
      await pages.deleteAccount(sent.id, auditInfoOf(sent))
      return doneAt('/operator/accounts', 'deleted')
    },
    accountAgain,
  )
  bindForm(
    '/operator/accounts/:id/lift-pause',
    async (sent) =>
      doneAt(accountPath(sent.id), 'lifted', await pages.liftPauses(sent.id, auditInfoOf(sent))),
    accountAgain,
  )
  bindForm(
    RESUME_PATH,
    async (sent) => doneAt('/operator', 'resumed', await pages.resumeSending(auditInfoOf(sent))),
    startAgain,
  )
  bindForm(
    '/operator/jobs/:id/retry',
    async ({ id, operator }) => {
      await pages.retryJob(id, { operator })
      return doneAt('/operator/jobs', 'retried')
    },
    jobsAgain,
  )
  bindForm(
    '/operator/jobs/:id/cancel',
    async (sent) => {
      await pages.cancelJob(sent.id, auditInfoOf(sent))
      return doneAt('/operator/jobs', 'cancelled')
    },
    jobsAgain,
  )
}

const auditInfoOf = ({ typed, operator }: Sent): AuditInfo => ({
  operator,
  reason: checkReason(typed.reason ?? ''),
})

/** The sentence of an error that an operator can do something about. Throws others again. */
function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  throw error
}

const idOf = ({ params }: FastifyRequest): string => (params as { id?: string }).id ?? ''

/** If a parameter is repeated, its first value. */
const queryOf = ({ query }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      [value].flat()[0] ?? '',
    ]),
  )

/** NUL can't be stored, and nobody types it. */
const readForm = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\0', '')]),
  )

const send = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)

const renderMessage = (title: string, nav: NavPath | null, sentence: string): string =>
  renderPage({ title, nav, content: html`<p class="box error">${sentence}</p>` })

const renderNoAccount = (error: unknown): string =>
  renderMessage('Account', '/operator/accounts', sentenceOf(error))

const MISSING_TOKEN =
  'Please enter OPERATOR_TOKEN (METRICS_TOKEN if there is none) as the password, and your name as the user name: it appears in the audit log.'

/** A page instead of JSON, for people. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfterSeconds } = toAnswer(error, request)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const sentence = status === 401 ? MISSING_TOKEN : body.message
  const named = status >= 500 ? `${sentence} See request ${request.id} in the log.` : sentence
  return send(reply.code(status), renderMessage('Something went wrong', null, named))
}
