import type { HandOverResult } from '../mail/port.ts'
import type { ApiSenderOptions } from './api-sender.ts'
import { createGmailMailboxes } from './gmail.ts'
import { createGraphMailboxes } from './graph.ts'
import type { MailboxAccess, Mailboxes } from './port.ts'
import { findLimit } from './provider-limit.rules.ts'
import { createSmtpMailboxes } from './smtp.ts'

interface MailboxesOptions extends Omit<ApiSenderOptions, 'url'> {
  smtp: Parameters<typeof createSmtpMailboxes>[0]
  googleUrl: string
  microsoftUrl: string
}

/** Sends through users' own mailboxes, each in the way of its kind. */
export function createMailboxes({ smtp, googleUrl, microsoftUrl, ...options }: MailboxesOptions): Mailboxes {
  const senders: Record<MailboxAccess['kind'], Mailboxes> = {
    password: createSmtpMailboxes(smtp),
    google: createGmailMailboxes({ ...options, url: googleUrl }),
    microsoft: createGraphMailboxes({ ...options, url: microsoftUrl }),
  }
  return {
    testSending: (access) => senders[access.kind].testSending(access),
    async handOver(access, mail, options) {
      const result = await senders[access.kind].handOver(access, mail, options)
      return access.kind === 'password' ? withLimit(result, access.address) : result
    },
    async close() {
      for (const sender of Object.values(senders)) await sender.close()
    },
  }
}

/** A mail server that takes no more from this mailbox has refused nobody. */
function withLimit(result: HandOverResult, address: string): HandOverResult {
  const isRefusal = result.outcome === 'rejected' || result.outcome === 'deferred'
  const limit = isRefusal ? findLimit(result.code, result.answer) : null
  if (!limit) return result
  const time = limit.wait_ms === null ? 'today' : 'for now'
  const sentence = `Its mail server takes no more mail from ${address} ${time}.`
  return { ...result, outcome: 'deferred', failure: { kind: 'limit', sentence, ...limit } }
}
