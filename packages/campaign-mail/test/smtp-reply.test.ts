import { describe, expect, test } from 'vitest'
import { classifySmtpReply } from '../src/campaign-mail.ts'

const MINUTE = 60_000

describe('a server’s reply', () => {
  test.each([
    [250, '2.0.0 Ok: queued as 4711'],
    [251, 'User not local; will forward'],
    [354, 'End data with <CR><LF>.<CR><LF>'],
  ])('%d %s is accepted', (code, text) => {
    expect(classifySmtpReply(code, text)).toMatchObject({
      class: 'accepted',
      suppress: false,
      slow_group: false,
    })
  })

  test.each([
    [421, '4.3.2 Service shutting down'],
    [450, '4.2.0 Greylisted'],
    [451, 'Local error in processing'],
    [452, '4.2.2 Mailbox full'],
    [450, '4.1.1 User unknown, try later'],
    [503, 'Bad sequence of commands'],
  ])('%d %s is retried and never suppresses the address', (code, text) => {
    expect(classifySmtpReply(code, text)).toMatchObject({ class: 'deferred', suppress: false })
  })

  test.each([
    [550, '5.1.1 <bo@bakery.example>: Recipient address rejected: User unknown'],
    [550, '5.1.1'],
    [550, '5.1.2 Host unknown'],
    [550, '5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    [550, '5.4.1 Domain not found: NXDOMAIN'],
    [556, '5.1.10 Domain does not accept mail (nullMX)'],
    [550, 'No such user here'],
    [550, 'Unknown recipient'],
  ])('%d %s is final and suppresses the address', (code, text) => {
    expect(classifySmtpReply(code, text)).toMatchObject({ class: 'rejected', suppress: true })
  })

  test.each([
    [552, '5.2.2 Mailbox full'],
    [552, '5.2.3 Message too large'],
    [550, '5.7.1 Message rejected as spam'],
    [550, '5.7.515 Access denied, sending domain does not meet the required authentication level'],
    [550, '5.7.26 Unauthenticated email is not accepted due to DMARC policy'],
    [554, '5.7.1 Client host blocked using Spamhaus; user unknown'],
    [550, '5.1.1 rejected: blocked by our blacklist'],
    [554, 'Transaction failed'],
    [550, 'Requested action not taken'],
    [550, '5.1.8 Sender address rejected: Domain not found'],
  ])('%d %s is final but doesn’t suppress the address', (code, text) => {
    expect(classifySmtpReply(code, text)).toMatchObject({ class: 'rejected', suppress: false })
  })

  test.each([
    [421, '4.7.0 Too many connections'],
    [421, '4.7.28 Our system has detected an unusual rate of unsolicited mail'],
    [421, '[TSS04] Messages from 192.0.2.1 temporarily deferred'],
    [451, 'Server busy, try later'],
    [450, '4.7.1 Rate limited'],
  ])('%d %s slows down the whole group of servers', (code, text) => {
    expect(classifySmtpReply(code, text).slow_group).toBe(true)
  })

  test.each([
    ['450 4.2.0 Greylisted, try again in 300 seconds', 5 * MINUTE],
    ['450 Greylisted, come back in 10 seconds', 5 * MINUTE],
    ['451 Try again in 15 minutes', 15 * MINUTE],
    ['451 please retry after 2 hours', 120 * MINUTE],
    ['421 4.7.0 [TSS04] deferred', 120 * MINUTE],
    ['451 wait 99999 hours', 24 * 60 * MINUTE],
    ['451 Local error', undefined],
  ])('%s waits as long as requested', (line, wait) => {
    expect(classifySmtpReply(Number(line.slice(0, 3)), line.slice(4)).retry_after_ms).toBe(wait)
  })

  test('the enhanced code is distinguished from versions and addresses', () => {
    expect(classifySmtpReply(550, '5.1.1 no').enhanced).toBe('5.1.1')
    expect(classifySmtpReply(250, 'Postfix 2.11.5 at 5.4.3.2').enhanced).toBeNull()
  })
})
