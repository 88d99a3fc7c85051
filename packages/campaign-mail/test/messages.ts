/** Assembles a raw message; headers given as undefined are left out. */
export function rawMail(headers: Record<string, string | undefined>, body: string, lineEnd = '\r\n'): Buffer {
  const all = { 'MIME-Version': '1.0', 'Content-Type': 'text/plain; charset=utf-8', ...headers }
  const head = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return Buffer.from(`${head.join('\n')}\n\n${body}`.replace(/\r?\n/g, lineEnd))
}

/** A bounce as a mail server sends it to the return path. */
export function bounceOf(
  from: string,
  subject: string,
  body: string,
  more: Record<string, string> = {},
): Buffer {
  return rawMail(
    { 'Return-Path': '<>', From: from, To: 'ann@sender.example', Subject: subject, ...more },
    body,
  )
}

/** A person's reply to one of our messages. */
export function replyOf(body: string, more: Record<string, string | undefined> = {}): Buffer {
  return rawMail(
    {
      From: 'Bo Lind <bo@bakery.example>',
      To: 'ann@sender.example',
      Subject: 'Re: A question about your bakery',
      'Message-ID': '<answer-1@bakery.example>',
      'In-Reply-To': '<v1.token@sender.example>',
      ...more,
    },
    body,
  )
}

/** A multipart/report with a status part (RFC 3464). */
export function reportOf(
  status: string,
  notice = 'Your message could not be delivered.',
  original = '',
): Buffer {
  const head = {
    From: 'Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    To: 'ann@sender.example',
    Subject: 'Undelivered Mail Returned to Sender',
    'Auto-Submitted': 'auto-replied',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary="rep"',
  }
  const copy =
    original || 'From: ann@sender.example\nTo: bo@bakery.example\nMessage-ID: <v1.token@sender.example>\n\nHi'
  const body = [
    '--rep\nContent-Type: text/plain\n',
    notice,
    '--rep\nContent-Type: message/delivery-status\n',
    status,
    '--rep\nContent-Type: message/rfc822\n',
    copy,
    '--rep--\n',
  ]
  return rawMail(head, body.join('\n'))
}
