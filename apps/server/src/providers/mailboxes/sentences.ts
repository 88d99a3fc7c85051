import { type MailboxPreset, mailboxSentences } from '@goldpan/contract/own-mailboxes'
import type { MailboxCredentials, MailboxFailure } from './port.ts'
import type { ProviderLimit } from './provider-limit.rules.ts'

const ANSWER_MAX = 300

/** A fault between us and a mail server, before it accepted any message. */
export type ServerFault =
  /** No public address, or not a port of mail servers. */
  | { kind: 'not_found' }
  | { kind: 'no_tls' }
  | { kind: 'login'; answer: string }
  | { kind: 'unreachable'; what: string }

export type PasswordCredentials = Extract<MailboxCredentials, { kind: 'password' }>

/** Describes the fault to the mailbox's owner. `server` is the credentials' SMTP or IMAP server. */
export function describeFault(
  fault: ServerFault,
  credentials: PasswordCredentials,
  server: { host: string; port: number },
  presets: readonly MailboxPreset[],
): MailboxFailure {
  const { host, port } = server
  switch (fault.kind) {
    case 'not_found':
      return unreachable(`${host} could not be found. Please check the name and the port.`)
    case 'no_tls':
      return unreachable(`${host} offers no encryption on port ${port}. Please choose the other kind.`)
    case 'unreachable':
      return unreachable(`${host} could not be reached on port ${port}: ${readable(fault.what, credentials)}`)
    case 'login':
      return {
        kind: 'login',
        sentence: loginSentence(
          readable(fault.answer, credentials),
          host,
          presetOf(credentials, host, presets),
        ),
      }
  }
}

function loginSentence(answer: string, host: string, preset: MailboxPreset | undefined): string {
  if (preset?.kind === 'microsoft' || /\b535[ -]5\.7\.139\b/.test(answer)) return mailboxSentences.noPasswords
  if (preset?.needs_app_password) return `${preset.name} needs an app password: ${preset.hint}`
  if (/\b534[ -]5\.7\.9\b/.test(answer))
    return `${preset?.name ?? host} needs an app password: make one in the security settings of your account.`
  const sentence = `${host} refused the user name or password: ${answer}`
  return preset?.hint ? `${sentence.replace(/[.\s]*$/, '')}. ${preset.hint}` : sentence
}

/** `provider`: its name, or that of its server. */
export function limitFailure(provider: string, address: string, { wait_ms }: ProviderLimit): MailboxFailure {
  const time = wait_ms === null ? 'today' : 'for now'
  return { kind: 'limit', sentence: `${provider} takes no more mail from ${address} ${time}.`, wait_ms }
}

const unreachable = (sentence: string): MailboxFailure => ({ kind: 'unreachable', sentence })

/** The name of the mailbox's provider, or of its server. */
export function providerName(credentials: PasswordCredentials, presets: readonly MailboxPreset[]): string {
  return presetOf(credentials, credentials.smtp.host, presets)?.name ?? credentials.smtp.host
}

/** The mailbox's preset, or that of a server whose name was entered by hand. */
function presetOf(
  { provider }: PasswordCredentials,
  host: string,
  presets: readonly MailboxPreset[],
): MailboxPreset | undefined {
  return (
    presets.find(({ id }) => id === provider) ??
    presets.find(({ smtp, imap }) => smtp?.host === host || imap?.host === host)
  )
}

/** Without the password: a hostile server could repeat it. */
export function withoutSecrets(text: string, { password, smtp }: PasswordCredentials): string {
  const secrets = [password, base64(password), base64(`\0${smtp.username}\0${password}`)]
  return secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
}

/** One line. */
const readable = (text: string, credentials: PasswordCredentials): string =>
  withoutSecrets(text.replace(/\p{Cc}+/gu, ' ').trim(), credentials).slice(0, ANSWER_MAX)

const base64 = (text: string) => Buffer.from(text).toString('base64')
