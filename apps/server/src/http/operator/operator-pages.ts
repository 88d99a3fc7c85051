import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAnswer } from '../error-answers.ts'
import type { KnownHosts } from '../known-hosts.ts'
import { refuse } from '../refuse.ts'
import { refuseForeignOrigin } from '../session-gate.ts'
import { accountPath, renderAccountPage } from './account-page.ts'
import { readFilter, renderAccountsPage } from './accounts-page.ts'
import { renderActsPage } from './acts-page.ts'
import { createFormTokens } from './form-tokens.ts'
import { html } from './html.ts'
import { renderJobsPage } from './jobs-page.ts'
import { FORM_TOKEN, PAGE_POLICY, type Place, type Refused, renderPage } from './layout.ts'
import type { Act, OperatorPagesDesk } from './operator-desk.ts'
import { type GuardDeps, guardedBy, operatorOf } from './operator-guard.ts'
import { RESUME_PATH, renderStartPage } from './start-page.ts'

export interface OperatorPagesDeps extends GuardDeps {
  desk: OperatorPagesDesk
  hosts: KnownHosts
  /** Signs forms. */
  secret: Buffer
}

const BODY_BYTES = 16 * 1024
const LISTED = 50
const REASON_MAX = 500
/** Pages of acts that can be turned. */
const ACT_PAGES = 200

/** The notice after a form, by `done` in the query. */
const DONE: Record<string, string> = {
  suspended: 'The account is suspended. What waits stays, and goes on once it is open again.',
  'suspended-before': 'The account was suspended already. Nothing was changed.',
  unsuspended: 'The account is open again, and what waited goes on.',
  'unsuspended-before': 'The account was not suspended. Nothing was changed.',
  deleted: 'Nobody can log in to the account any more. It is being deleted in the background.',
  lifted: 'The pause is lifted: the account can send again.',
  'lifted-before': 'Sending of the account was not paused. Nothing was changed.',
  resumed: 'Sending goes on.',
  'resumed-before': 'Sending was not held. Nothing was changed.',
  retried: 'Queued again. If it fails, it returns to this list.',
  cancelled: 'Cancelled.',
}

/** Shown beside the form that was sent. */
class WrongInput extends Error {}

interface Sent {
  id: string
  typed: Record<string, string>
  operator: string
}

/** `/operator`: pages without scripts for people who have the operator's token. */
export async function bindOperatorPages(server: FastifyInstance, deps: OperatorPagesDeps): Promise<void> {
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
    scope.addHook('onRequest', guardedBy(deps))
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, deps.hosts))
    scope.setErrorHandler(sendError)
    bindShown(scope, deps)
    bindActs(scope, deps)
  })
}

function bindShown(scope: FastifyInstance, { desk, secret }: OperatorPagesDeps): void {
  const tokens = createFormTokens(secret)
  const shownOf = (request: FastifyRequest) => {
    const code = queryOf(request).done ?? ''
    return { tokens, refused: null, done: Object.hasOwn(DONE, code) ? DONE[code] : null }
  }

  scope.get('/operator', async (request, reply) =>
    send(reply, renderStartPage(await desk.readOverview(), shownOf(request))),
  )

  scope.get('/operator/accounts', async (request, reply) => {
    const { done: code = '', ...typed } = queryOf(request)
    const read = readFilter(typed)
    const isWrong = Object.keys(read.wrong).length > 0
    const found = isWrong ? null : await desk.listAccounts({ ...read.filter, page: read.page, limit: LISTED })
    const done = code === 'deleted' ? DONE.deleted : null
    return send(reply.code(isWrong ? 422 : 200), renderAccountsPage(typed, read, found, done))
  })

  scope.get('/operator/accounts/:id', async (request, reply) => {
    const account = await findAccount(desk, idOf(request))
    return 'sentence' in account
      ? sendMessage(reply.code(404), 'Account', '/operator/accounts', account.sentence)
      : send(reply, renderAccountPage(account, shownOf(request)))
  })

  scope.get('/operator/jobs', async (request, reply) =>
    send(reply, renderJobsPage(await desk.listJobs(), shownOf(request))),
  )

  scope.get('/operator/acts', async (request, reply) => {
    const { account: asked = '', page: asPage = '1' } = queryOf(request)
    const page = Number(asPage)
    const wanted = {
      account: asked.trim() || null,
      page: Number.isInteger(page) && page >= 1 && page <= ACT_PAGES ? page : 1,
    }
    try {
      return send(reply, renderActsPage(wanted, await desk.listActs(wanted)))
    } catch (error) {
      const sentence = desk.explain(error)
      if (sentence === null) throw error
      return send(reply.code(404), renderActsPage(wanted, { sentence }))
    }
  })
}

function bindActs(scope: FastifyInstance, { desk, secret }: OperatorPagesDeps): void {
  const tokens = createFormTokens(secret)

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
        const sentence = error instanceof WrongInput ? error.message : desk.explain(error)
        if (sentence === null) throw error
        return send(reply.code(422), await renderAgain(sent, { action, sentence, typed }))
      }
    })
  }

  const accountAgain = async ({ id }: Sent, refused: Refused) => {
    const account = await findAccount(desk, id)
    return 'sentence' in account
      ? renderMessage('Account', '/operator/accounts', account.sentence)
      : renderAccountPage(account, { tokens, refused })
  }
  const startAgain = async (_sent: Sent, refused: Refused) =>
    renderStartPage(await desk.readOverview(), { tokens, refused })
  const jobsAgain = async (_sent: Sent, refused: Refused) =>
    renderJobsPage(await desk.listJobs(), { tokens, refused })
  const doneAt = (path: string, code: string, isDone = true) =>
    `${path}?done=${code}${isDone ? '' : '-before'}`

  bindForm(
    '/operator/accounts/:id/suspend',
    async ({ id, ...sent }) => {
      const { is_operators } = await getAccount(desk, id)
      const isConfirmed = sent.typed.confirmed === 'yes'
      if (is_operators && !isConfirmed)
        throw new WrongInput('This is your own address: nothing was changed. Tick the box if you mean it.')
      const isDone = await desk.suspend(id, { ...actOf(sent), isConfirmed })
      return doneAt(accountPath(id), 'suspended', isDone)
    },
    accountAgain,
  )
  bindForm(
    '/operator/accounts/:id/unsuspend',
    async ({ id, ...sent }) => doneAt(accountPath(id), 'unsuspended', await desk.unsuspend(id, actOf(sent))),
    accountAgain,
  )
  bindForm(
    '/operator/accounts/:id/delete',
    async ({ id, ...sent }) => {
      const { email } = await getAccount(desk, id)
      if ((sent.typed.email ?? '').trim().toLowerCase() !== email.toLowerCase())
        throw new WrongInput(`Nothing was deleted. To confirm, type the account’s address: ${email}`)
      await desk.deleteAccount(id, actOf(sent))
      return doneAt('/operator/accounts', 'deleted')
    },
    accountAgain,
  )
  bindForm(
    '/operator/accounts/:id/lift-pause',
    async ({ id, ...sent }) => doneAt(accountPath(id), 'lifted', await desk.liftPauses(id, actOf(sent))),
    accountAgain,
  )
  bindForm(
    RESUME_PATH,
    async (sent) => doneAt('/operator', 'resumed', await desk.resumeSending(actOf(sent))),
    startAgain,
  )
  bindForm(
    '/operator/jobs/:id/retry',
    async ({ id, operator }) => {
      await desk.retryJob(id, { operator })
      return doneAt('/operator/jobs', 'retried')
    },
    jobsAgain,
  )
  bindForm(
    '/operator/jobs/:id/cancel',
    async ({ id, ...sent }) => {
      await desk.cancelJob(id, actOf(sent))
      return doneAt('/operator/jobs', 'cancelled')
    },
    jobsAgain,
  )
}

function actOf({ typed, operator }: Omit<Sent, 'id'>): Act {
  const reason = (typed.reason ?? '').trim()
  if (reason === '' || reason.length > REASON_MAX)
    throw new WrongInput(`Nothing was changed. Please give a reason of 1 to ${REASON_MAX} characters.`)
  return { operator, reason }
}

async function findAccount(desk: OperatorPagesDesk, id: string) {
  try {
    const found = await desk.findAccount(id)
    return found ?? { sentence: 'There is no such account. It may have been deleted.' }
  } catch (error) {
    const sentence = desk.explain(error)
    if (sentence === null) throw error
    return { sentence }
  }
}

async function getAccount(desk: OperatorPagesDesk, id: string) {
  const account = await findAccount(desk, id)
  if ('sentence' in account) throw new WrongInput(account.sentence)
  return account
}

const idOf = ({ params }: FastifyRequest): string => (params as { id?: string }).id ?? ''

/** Of a name that is given twice, the first. */
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

const renderMessage = (title: string, place: Place | null, sentence: string): string =>
  renderPage({ title, place, content: html`<p class="box error">${sentence}</p>` })

const sendMessage = (reply: FastifyReply, title: string, place: Place | null, sentence: string) =>
  send(reply, renderMessage(title, place, sentence))

const MISSING_TOKEN =
  'Please enter OPERATOR_TOKEN (METRICS_TOKEN if there is none) as the password, and your name as the user name: it appears in the audit log.'

/** A page instead of JSON, for people. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfterSeconds } = toAnswer(error, request)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const sentence = status === 401 ? MISSING_TOKEN : body.message
  const named = status >= 500 ? `${sentence} See request ${request.id} in the log.` : sentence
  return sendMessage(reply.code(status), 'Something went wrong', null, named)
}
