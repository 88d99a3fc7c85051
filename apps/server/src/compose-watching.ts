import type { Frame, Ports } from './compose-ports.ts'
import { systemScope } from './db/owner.ts'
import { watchMailServer } from './features/watching/mail-server.ts'
import { createTally, type Tally } from './features/watching/tally.ts'
import { countWaiting } from './features/watching/watching.store.ts'
import { createWatching } from './features/watching/watching.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'
import type { Letters } from './letters/letters.ts'
import { type Clock, isoNow } from './providers/clock/port.ts'
import type { MailPort } from './providers/mail/port.ts'
import { parseSmtpUrl } from './providers/mail/smtp.ts'

export interface WatchedMail {
  tally: Tally
  mail: MailPort
  mailOfLetters: MailPort
}

/** Counts outcomes, and watches the server of MAIL_SMTP_URL. The built-in outbox needs no watching. */
export function watchMail({ config, database, logger }: Frame, ports: Ports): WatchedMail {
  const { clock, systemClock, mail } = ports
  const { db } = database
  const onError = (error: unknown) => logger.warn({ err: error }, 'outcomes could not be counted yet')
  const tally = createTally({ db, systemClock, onError })
  if (config.mailSmtpUrl === null) return { tally, mail, mailOfLetters: mail }
  const { host } = parseSmtpUrl(config.mailSmtpUrl, config.replyDomain)
  const watched = watchMailServer({
    mail,
    systemClock,
    tally,
    countWaiting: () => countAllWaiting(db, clock),
    onUnreached: ({ error, waiting }) =>
      logger.warn(
        { host, error, ...(waiting !== null && { waiting }) },
        `the mail server ${host} can't be reached: ${error}${waiting === null ? '' : ` (${waiting === 1 ? '1 message is' : `${waiting} messages are`} waiting)`}`,
      ),
    onReached: () => logger.warn({ host }, `the mail server ${host} can be reached again`),
  })
  return { tally, ...watched }
}

const countAllWaiting = (db: Frame['database']['db'], clock: Clock): Promise<number> =>
  countWaiting(db, systemScope('a mail server serves all owners'), isoNow(clock))

export const createWatchingOf = (
  { config, database, logger }: Frame,
  { clock, systemClock }: Ports,
  { tally, heartbeat, letters }: { tally: Tally; heartbeat: Heartbeat; letters: Letters },
) =>
  createWatching({
    db: database.db,
    clock,
    systemClock,
    tally,
    letters,
    countWorkers: async () => (await heartbeat.listLive()).length,
    operatorEmail: config.hasOperator ? config.operatorEmail : null,
    onReport: (kind, sentence) => (kind === 'began' ? logger.error(sentence) : logger.warn(sentence)),
    onError: (error) => logger.warn({ err: error }, 'the installation could not be checked'),
  })
