import { expect, test } from 'vitest'
import { classify } from '../src/campaign-mail.ts'
import { reportOf } from './messages.ts'

/** How many makes of server say that a message failed, written by hand. */
const answers: [server: string, status: string | null, words: string, wanted: 'hard' | 'soft'][] = [
  [
    'gmail nx',
    '4.0.0',
    "DNS Error: DNS type 'mx' lookup of shop.example responded with code NXDOMAIN Domain name not found: shop.example",
    'hard',
  ],
  ['gmail nx2', '5.1.2', 'The domain shop.example was not found', 'hard'],
  ['gmail full', '5.2.2', '552-5.2.2 The email account that you tried to reach is over quota.', 'soft'],
  ['gmail inactive', '5.2.1', '550-5.2.1 The email account that you tried to reach is disabled.', 'soft'],
  [
    'gmail 5.1.1',
    '5.1.1',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking',
    'hard',
  ],
  [
    'o365 5.1.10',
    '5.1.10',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bo@shop.example not found by SMTP address lookup',
    'hard',
  ],
  ['o365 5.1.1', '5.1.1', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found', 'hard'],
  ['o365 5.4.1', '5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'hard'],
  [
    'o365 5.4.310',
    '5.4.310',
    '550 5.4.310 DNS domain shop.example does not exist [Message=InfoDomainNonexistent]',
    'hard',
  ],
  [
    'o365 5.7.1',
    '5.7.133',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    'soft',
  ],
  ['o365 5.7.124', '5.7.124', '550 5.7.124 RESOLVER.RST.SenderNotInAllowedList', 'soft'],
  [
    'o365 5.2.2',
    '5.2.2',
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
    'soft',
  ],
  ['o365 5.2.121', '5.2.121', '550 5.2.121 RESOLVER.RST.RecipientRateLimit', 'soft'],
  ['o365 5.1.8', '5.1.8', '550 5.1.8 Access denied, bad outbound sender', 'soft'],
  [
    'o365 tls expired',
    '5.4.317',
    '550 5.4.317 Message expired, cannot connect to remote server(451 4.4.0 TLS negotiation failed)',
    'soft',
  ],
  ['hotmail', '5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'hard'],
  [
    'hotmail block',
    '5.7.1',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    'soft',
  ],
  [
    'yahoo',
    '5.0.0',
    "554 delivery error: dd This user doesn't have a yahoo.com account (bo@yahoo.com) [-5] - mta1",
    'hard',
  ],
  [
    'yahoo inactive',
    '5.0.0',
    '554 30 Sorry, your message to bo@shop.example cannot be delivered. This mailbox is disabled (554.30).',
    'soft',
  ],
  [
    'yahoo pol',
    '5.7.9',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com',
    'soft',
  ],
  ['gmx', '5.1.1', '550 Requested action not taken: mailbox unavailable', 'hard'],
  [
    'gmx2',
    '5.0.0',
    '550-Requested action not taken: mailbox unavailable 550 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=hi',
    'hard',
  ],
  [
    'gmx full',
    '5.2.2',
    "552-Requested mail action aborted: exceeded storage allocation 552-Quota exceeded. The recipient's mailbox is full.",
    'soft',
  ],
  ['gmx policy', '5.0.0', '554 Transaction failed 554 Reject due to policy restrictions.', 'soft'],
  ['t-online', '5.0.0', '550-5.7.0 Message considered as spam or virus, rejected', 'soft'],
  ['icloud', '5.1.1', '550 5.1.1 <bo@icloud.com>: user does not exist', 'hard'],
  ['icloud full', '5.2.2', '552 5.2.2 <bo@icloud.com>: user is over quota', 'soft'],
  ['proofpoint', '5.1.1', '550 5.1.1 User Unknown', 'hard'],
  [
    'proofpoint block',
    '5.7.0',
    '554 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1',
    'soft',
  ],
  [
    'mimecast',
    '5.0.0',
    '550 Rejected by header based manually Blocked Senders: ann@x - https://community.mimecast.com/docs/DOC-1369#550',
    'soft',
  ],
  [
    'mimecast unk',
    '5.0.0',
    '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550',
    'hard',
  ],
  [
    'mimecast grey',
    '4.0.0',
    '451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451',
    'soft',
  ],
  [
    'barracuda',
    '5.0.0',
    '550 permanent failure for one or more recipients (bo@shop.example:blocked)',
    'soft',
  ],
  ['barracuda unk', '5.1.1', '550 No such user (bo@shop.example)', 'hard'],
  ['zimbra', '5.1.1', '550 5.1.1 <bo@shop.example>: Recipient address rejected: shop.example', 'hard'],
  [
    'postfix unk virt',
    '5.1.1',
    '550 5.1.1 <bo@shop.example>: Recipient address rejected: User unknown in virtual mailbox table',
    'hard',
  ],
  ['postfix dovecot', '5.1.1', "550 5.1.1 <bo@shop.example> User doesn't exist: bo@shop.example", 'hard'],
  ['postfix relay', '5.7.1', '554 5.7.1 <bo@shop.example>: Relay access denied', 'soft'],
  [
    'postfix host nf',
    '5.4.4',
    'Host or domain name not found. Name service error for name=shop.example type=A: Host not found',
    'hard',
  ],
  [
    'postfix host nf temp',
    '4.4.3',
    'Host or domain name not found. Name service error for name=shop.example type=MX: Host not found, try again',
    'soft',
  ],
  ['postfix nullmx', '5.1.0', 'Domain shop.example does not accept mail (nullMX)', 'hard'],
  ['postfix conn refused', '4.4.1', 'connect to mx.shop.example[192.0.2.1]:25: Connection refused', 'soft'],
  [
    'postfix verify',
    '5.1.1',
    '550 5.1.1 <bo@shop.example>: Recipient address rejected: undeliverable address: host mx said: 550 unknown',
    'hard',
  ],
  ['exim unroute', '5.0.0', 'Unrouteable address', 'hard'],
  ['exim retry', '5.0.0', 'retry timeout exceeded', 'soft'],
  ['exim all hosts', '5.0.0', "all hosts for 'shop.example' have been failing for a long time", 'soft'],
  [
    'exim mailbox full',
    '5.0.0',
    'mailbox is full (MTA-imposed quota exceeded while writing to file)',
    'soft',
  ],
  ['cpanel', '5.0.0', '550 No Such User Here', 'hard'],
  ['sendmail host', '5.1.2', '550 Host unknown', 'hard'],
  ['domino', '5.1.1', 'User bo (bo@shop.example) not listed in Domino Directory', 'hard'],
  [
    'ses supp',
    '5.1.1',
    'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.',
    'hard',
  ],
  [
    'orange',
    '5.1.1',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416',
    'hard',
  ],
  ['free', '5.0.0', '550 spam detected', 'soft'],
  [
    'mailru',
    '5.0.0',
    '550 Message was not accepted -- invalid mailbox. Local mailbox bo@mail.ru is unavailable: user not found',
    'hard',
  ],
  ['qq', '5.0.0', '550 Mailbox unavailable or access denied [x]', 'hard'],
  ['163', '5.0.0', '550 User not found: bo@163.com', 'hard'],
  ['docomo', '5.0.0', '550 Unknown user bo@docomo.ne.jp', 'hard'],
  ['zoho', '5.1.1', '550 5.1.1 User does not exist - <bo@shop.example>', 'hard'],
  [
    'protonmail',
    '5.1.1',
    '550 5.1.1 <bo@proton.me>: Recipient address rejected: Address does not exist',
    'hard',
  ],
  [
    'fastmail',
    '5.1.1',
    '550 5.1.1 <bo@fastmail.com>: Recipient address rejected: User unknown in local recipient table',
    'hard',
  ],
  ['godaddy', '5.0.0', '550 5.1.1 <bo@shop.example> Recipient not found. <http://x.co/irbounce>', 'hard'],
  [
    'ionos',
    '5.0.0',
    '550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record',
    'soft',
  ],
  ['strato', '5.1.1', '550 5.1.1 Requested action not taken: unknown recipient', 'hard'],
  ['expired dsn', '4.4.7', 'delivery time expired', 'soft'],
  [
    'spamhaus',
    '5.7.1',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    'soft',
  ],
  [
    'dmarc',
    '5.7.26',
    "550-5.7.26 Unauthenticated email from goldpan.example is not accepted due to domain's DMARC policy.",
    'soft',
  ],
  ['no status', null, '550 user unknown', 'hard'],
]

test.each(answers)('a report of %s is understood (I4)', async (_server, status, words, wanted) => {
  const fields = ['Final-Recipient: rfc822; bo@shop.example', 'Action: failed']
  if (status) fields.push(`Status: ${status}`)
  const { kind, recipients } = await classify(
    reportOf([...fields, `Diagnostic-Code: smtp; ${words}`].join('\r\n')),
  )
  expect([kind, recipients[0]?.address, recipients[0]?.class]).toEqual(['bounce', 'bo@shop.example', wanted])
})

test.each([
  'Final-Recipient: utf-8; bo@shop.example\r\nAction: failed\r\nStatus: 5.1.1',
  'Original-Recipient: rfc822;bo@shop.example\r\nFinal-Recipient: rfc822;x1@internal.example\r\nAction: failed\r\nStatus: 5.1.1',
])('the address written to is found in %j (I4)', async (fields) => {
  const { recipients } = await classify(reportOf(fields))
  expect([recipients[0]?.address, recipients[0]?.class]).toEqual(['bo@shop.example', 'hard'])
})
