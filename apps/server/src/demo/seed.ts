import { setTimeout as pause } from 'node:timers/promises'
import { type App, compose } from '../compose.ts'
import { systemScope } from '../db/owner.ts'
import { StartUpError } from '../db/start-up-error.ts'
import { type Installation, openInstallation, runTool, terminal } from '../open-installation.ts'
import { isoNow } from '../providers/clock/port.ts'
import { createOutboxReader } from '../providers/mail/outbox.ts'
import { analyze, fillInbox } from './inbox/inbox.store.ts'
import { importSampleData } from './sample-data.ts'
import { clearInstallation } from './seed.store.ts'
import { STORY_PASSWORD, signUp, stories } from './stories.ts'

const scope = systemScope('a story replaces what all accounts have')

/** `npm run seed <story>`: resets the database and tells a story through the API. */
await runTool(async () => {
  const name = process.argv[2] ?? ''
  const story = stories[name]
  if (!story) {
    terminal.err(
      `Which story? ${Object.entries(stories)
        .map(([key, { about }]) => `\n  ${key}: ${about}`)
        .join('')}`,
    )
    return 1
  }
  const installation = await openInstallation()
  try {
    refuseRealUse(installation)
    await tell(installation, story)
    terminal.out(
      `The database now holds the story ‘${name}’: ${story.about}. Log in as ada@customer.example with ${STORY_PASSWORD}`,
    )
    return 0
  } finally {
    await installation.close()
  }
})

function refuseRealUse({ config }: Installation): void {
  if (config.environment === 'production' || !config.isLocal)
    throw new StartUpError(
      'Stories replace all accounts and their data, so they only run on a development installation.',
    )
  if (config.mailSmtpUrl)
    throw new StartUpError(
      'Stories send mail: please unset MAIL_SMTP_URL, so that it stays in the built-in outbox.',
    )
}

async function tell(installation: Installation, story: (typeof stories)[string]): Promise<void> {
  const { database } = installation
  const config = {
    ...installation.config,
    botCheck: 'off' as const,
    isDemo: true,
    roles: ['web', 'worker', 'inbound'] as const,
  }
  let port = config.port
  const frame = {
    ...installation,
    config: { ...config, roles: [...config.roles] },
    publicUrl: () => `http://localhost:${port}`,
  }
  const app = await compose(frame)
  try {
    await app.server.listen({ port: config.port, host: '127.0.0.1' })
    port = (app.server.server.address() as { port: number }).port
    await importSampleData(database.direct, app.ports.places, { port, onProgress: terminal.err })
    await clearInstallation(database.db, scope)
    await app.start()
    const settle = () => settleAll(app)
    const person = await signUp(
      app,
      { firstName: 'Ada', lastName: 'Pan', email: 'ada@customer.example' },
      async (to) => {
        await settle()
        const outbox = createOutboxReader(database.db)
        const [newest] = await outbox.list({ to }, 1)
        const mail = newest && (await outbox.find(newest.id))
        return mail?.raw.toString('utf8').replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
      },
    )
    const insertConversations = async (count: number) => {
      await database.db.transaction((tx) =>
        fillInbox(tx, scope, { email: person.email, count, at: isoNow(app.ports.clock) }),
      )
      await analyze(database.db, scope)
    }
    await story.tell({ person, settle, insertConversations })
  } finally {
    await app.stop()
  }
}

/** Drains several times, because finished jobs can enqueue others. */
async function settleAll(app: App): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await app.ports.jobs.drain()
    await pause(300)
  }
}
