import { bounceOf, rawMail, reportOf } from './messages.ts'

/** A bounce as one family of mail servers writes it, and the expected result. */
export interface FamilySample {
  family: string
  raw: Buffer
  /** The address, class and reason of each failed recipient. */
  says: readonly (readonly [string, 'hard' | 'soft', string])[]
}

const ORIGINAL =
  '\nReturn-Path: <ann@sender.example>\nFrom: ann@sender.example\nTo: bo@bakery.example\nSubject: Hi\n\nHi\n'
const DAEMON = 'MAILER-DAEMON@mx.example.net (Mail Delivery System)'

export const FAMILIES: readonly FamilySample[] = [
  {
    family: 'Postfix before DSN',
    raw: bounceOf(
      DAEMON,
      'Undelivered Mail Returned to Sender',
      `This is the Postfix program at host mx.example.net.

I'm sorry to have to inform you that your message could not be
delivered to one or more recipients. It's attached below.

For further assistance, please send mail to <postmaster>

<bo@bakery.example>: host mail.bakery.example[192.0.2.1] said: 550 5.1.1
    <bo@bakery.example>: Recipient address rejected: User unknown in virtual
    mailbox table (in reply to RCPT TO command)
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'Exim with two recipients',
    raw: bounceOf(
      'Mail Delivery System <Mailer-Daemon@mx.example.net>',
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bo@bakery.example
    host mail.bakery.example [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<bo@bakery.example>:
    550 No such user here
  eve@cafe.example
    host mail.cafe.example [192.0.2.2]
    SMTP error from remote mail server after end of data:
    552 Message size exceeds maximum permitted

------ This is a copy of the message, including all the headers. ------
${ORIGINAL}`,
      { 'X-Failed-Recipients': 'bo@bakery.example,\n eve@cafe.example', 'Auto-Submitted': 'auto-replied' },
    ),
    says: [
      ['bo@bakery.example', 'hard', 'user-unknown'],
      ['eve@cafe.example', 'soft', 'too-big'],
    ],
  },
  {
    family: 'qmail',
    raw: bounceOf(
      'MAILER-DAEMON@mx.example.net',
      'failure notice',
      `Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bo@bakery.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 sorry, no mailbox here by that name (#5.1.1 - chkuser)
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'Sendmail transcript',
    raw: bounceOf(
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
      'Returned mail: see transcript for details',
      `The original message was received at Mon, 4 May 2026 10:00:00 GMT
from localhost [127.0.0.1]

   ----- The following addresses had permanent fatal errors -----
<bo@bakery.example>
    (reason: 550 Host unknown)

   ----- Transcript of session follows -----
550 5.1.2 <bo@bakery.example>... Host unknown (Name server: bakery.example: host not found)

   ----- Original message follows -----
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'hard', 'host-unknown']],
  },
  {
    family: 'Exchange 5.5',
    raw: bounceOf(
      'System Administrator <postmaster@corp.example>',
      'Undeliverable: Hi',
      `Your message

  To:      bo@bakery.example
  Subject: Hi
  Sent:    Mon, 4 May 2026 10:00:00 -0000

did not reach the following recipient(s):

bo@bakery.example on Mon, 4 May 2026 10:00:05 -0000
    The recipient name is not recognized
	The MTS-ID of the original message is: c=us;a= ;p=corp
    MSEXCH:IMS:CORP:SITE:SERVER 0 (000C05A6) Unknown Recipient
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'Exchange Online in words',
    raw: bounceOf(
      'postmaster@corp.example',
      'Undeliverable: Hi',
      `Delivery has failed to these recipients or groups:

bo@bakery.example<mailto:bo@bakery.example>
The recipient's mailbox is full and can't accept messages now. Please try resending this message later.

Diagnostic information for administrators:

Generating server: AB1PR01MB0001.prod.outlook.com

bo@bakery.example
Remote Server returned '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'

Original message headers:
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'soft', 'mailbox-full']],
  },
  {
    family: 'Domino',
    raw: bounceOf(
      'Postmaster@corp.example',
      'DELIVERY FAILURE: User bo (bo@bakery.example) not listed in Domino Directory',
      `Your message

  Subject: Hi

was not delivered to:

  bo@bakery.example

because:

  User bo (bo@bakery.example) not listed in Domino Directory
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'Gmail',
    raw: bounceOf(
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
      `Delivery to the following recipient failed permanently:

     bo@bakery.example

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the server for the recipient domain bakery.example by mail.bakery.example. [192.0.2.1].

The error that the other server returned was:
550 5.1.1 <bo@bakery.example>: Recipient address rejected: User unknown

----- Original message -----
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'Yahoo with two recipients',
    raw: bounceOf(
      'MAILER-DAEMON@yahoo.com',
      'Failure Notice',
      `Sorry, we were unable to deliver your message to the following address.

<bo@bakery.example>:
No MX or A records for bakery.example

<eve@cafe.example>:
554: 5.7.1 Message rejected because of content, looks like spam

--- Below this line is a copy of the message.
${ORIGINAL}`,
    ),
    says: [
      ['bo@bakery.example', 'hard', 'not-accepting'],
      ['eve@cafe.example', 'soft', 'spam'],
    ],
  },
  {
    family: 'Zoho',
    raw: bounceOf(
      'mailer-daemon@mail.zoho.example',
      'Undelivered Mail Returned to Sender',
      `This message was created automatically by mail delivery software.
 A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.

bo@bakery.example Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 <bo@bakery.example>... User Unknown

Received:from mail.zoho.example by mx.zoho.example
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'Zoho giving up',
    raw: bounceOf(
      'mailer-daemon@mail.zoho.example',
      'Mail Delivery Status Notification (Failure)',
      `This message was created automatically by mail delivery software.
The mail could not be delivered.

[Status: Error, Address: <bo@bakery.example>, ResponseCode 421, , Host not reachable.]
`,
    ),
    says: [['bo@bakery.example', 'soft', 'host-unknown']],
  },
  {
    family: 'GMX and 1&1',
    raw: bounceOf(
      '"Mail Delivery System" <mailer-daemon@kundenserver.example>',
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address
failed:

bo@bakery.example:
SMTP error from remote server for RCPT TO command, host: mail.bakery.example (192.0.2.1) reason: 550 5.7.1 Service unavailable; client [192.0.2.9] blocked using Spamhaus

--- The header of the original message is following. ---
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'soft', 'blocked']],
  },
  {
    family: 'Mail.ru',
    raw: bounceOf(
      'mailer-daemon@corp.mail.example',
      'Ваше сообщение не доставлено. Mail failure.',
      `Это письмо создано автоматически сервером, отвечать на него не нужно.

К сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:

  bo@bakery.example
    SMTP error from remote mail server after RCPT TO:<bo@bakery.example>:
    host mail.bakery.example [192.0.2.1]: 550 пользователь не найден

**********************
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'a bounce in German',
    raw: bounceOf(
      'Mailsystem <postmaster@firma.example>',
      'Unzustellbar: Hi',
      `Ihre Nachricht konnte nicht zugestellt werden an folgende Empfänger:

bo@bakery.example
Der Empfänger existiert nicht.
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'a bounce in French',
    raw: bounceOf(
      'postmaster@societe.example',
      'Échec de remise',
      `Votre message n'a pas pu être remis aux destinataires suivants :

   bo@bakery.example
   Utilisateur inconnu
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'a bounce in Spanish',
    raw: bounceOf(
      'Administrador del sistema <postmaster@empresa.example>',
      'No se puede entregar: Hola',
      `No se pudo entregar su mensaje a los siguientes destinatarios:

bo@bakery.example
El buzón del destinatario está lleno.
`,
    ),
    says: [['bo@bakery.example', 'soft', 'mailbox-full']],
  },
  {
    family: 'a Japanese phone provider',
    raw: bounceOf(
      'Postmaster@phone.example',
      'Mail System Error - Returned Mail',
      `次のあて先へのメッセージはエラーのため送信できませんでした。

宛先不明です。
Each of the following recipients was rejected by a remote mail server.

    Recipient: <bo@phone.example>
    >>> RCPT TO:<bo@phone.example>
    <<< 550 Unknown user bo@phone.example
`,
    ),
    says: [['bo@phone.example', 'hard', 'user-unknown']],
  },
  {
    family: 'IMail',
    raw: bounceOf(
      '"Postmaster" <postmaster@mx.example.net>',
      'Undeliverable Mail',
      `Unknown host: bo@bakery.example

Original message follows.
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'hard', 'host-unknown']],
  },
  {
    family: 'OpenSMTPD',
    raw: bounceOf(
      'Mailer Daemon <MAILER-DAEMON@mx.example.net>',
      'Delivery status notification: failed',
      `        Hi!

        This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.

        An error has occurred while attempting to deliver a message for
        the following list of recipients:

bo@bakery.example: 550 5.2.2 <bo@bakery.example>... Mailbox Full

        Below is a copy of the original message:
${ORIGINAL}`,
    ),
    says: [['bo@bakery.example', 'soft', 'mailbox-full']],
  },
  {
    family: 'OpenSMTPD while it still tries',
    raw: bounceOf(
      'Mailer Daemon <MAILER-DAEMON@mx.example.net>',
      'Delivery status notification: delay',
      `        A message is delayed for more than 4 hours for the following
        list of recipients:

bo@bakery.example: 451 4.4.1 Connection timed out

        Please note that this is only a temporary failure report.
        You DO NOT NEED to re-send the message to these recipients.

        Your message has been delayed and is still trying to be delivered.
`,
    ),
    says: [['bo@bakery.example', 'soft', 'expired']],
  },
  {
    family: 'Courier',
    raw: bounceOf(
      '"Courier mail server at mx.example.net" <@>',
      'NOTICE: mail delivery status.',
      `This is a delivery status notification from mx.example.net,
running the Courier mail server.

The original message was received on Mon, 4 May 2026 10:00:00 +0000

                           UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<bo@bakery.example>:
    mail.bakery.example [192.0.2.1]:
>>> RCPT TO:<bo@bakery.example>
<<< 550 5.1.1 <bo@bakery.example>... User Unknown

---------------------------------------------------------------------------
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'a messaging server with labels',
    raw: bounceOf(
      'postmaster@mx.example.net',
      'Delivery Notification: Delivery has failed',
      `This report relates to a message you sent with the following header fields:

  Message-id: <v1.token@sender.example>
  From: Ann <ann@sender.example>
  To: bo@bakery.example

Your message cannot be delivered to the following recipients:

  Recipient address: bo@bakery.example
  Original address: info@bakery.example
  Reason: SMTP transmission failure has occurred
  Diagnostic code: smtp;550 5.7.1 SPF check failed for sender.example
`,
    ),
    says: [['bo@bakery.example', 'soft', 'authentication']],
  },
  {
    family: 'James',
    raw: bounceOf(
      'postmaster@mx.example.net',
      'Undeliverable: Hi',
      `Hi. This is the James mail server at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

Message details:
  Subject: Hi
  MAIL FROM: ann@sender.example
  RCPT TO: bo@bakery.example
  From: Ann <ann@sender.example>
  To: team@bakery.example

Error message below:
550 - Requested action not taken: no such user here
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'a filter appliance',
    raw: bounceOf(
      'Mail Administrator <postmaster@gate.example>',
      'Mail could not be delivered',
      `The following message could not be delivered.

Unable to deliver message to: <bo@bakery.example>
Delivery failed for the following reason:
Server mail.bakery.example[192.0.2.1] failed with: 550 <bo@bakery.example> No such user here

This has been a permanent failure.  No further delivery attempts will be made.
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'an answer in brackets',
    raw: bounceOf(
      '"Mail Deliver System" <Mailer-Daemon@mx.example.net>',
      'Returned Mail: User unknown',
      `The original message was received at Mon, 4 May 2026 10:00:00 +0900 (JST)
from ann@sender.example

---The following addresses had delivery errors---

bo@bakery.example [User unknown]

---Transcript of session follows---
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'error count',
    raw: bounceOf(
      'MAILER-DAEMON@mx.example.net',
      'There was an error sending your mail',
      `We had trouble delivering your message. Full details follow:

Subject: 'Hi'
Date:    'Mon, 4 May 2026 10:00:00 +0000'

1 error(s):

SMTP Server <mail.bakery.example> rejected recipient <bo@bakery.example>
  (following RCPT command). It said the following:
  550 5.1.1 <bo@bakery.example>... User Unknown
`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'only an embedded original',
    raw: rawMail(
      {
        'Return-Path': '<>',
        From: 'MAILER-DAEMON@mx.example.net',
        To: 'ann@sender.example',
        Subject: 'Mail delivery failed',
        'Content-Type': 'multipart/mixed; boundary="b1"',
      },
      `--b1\nContent-Type: text/plain\n\nYour message could not be delivered. The mailbox does not exist.\n--b1\nContent-Type: message/rfc822\n\nFrom: ann@sender.example\nTo: Bo <bo@bakery.example>\nMessage-ID: <v1.token@sender.example>\n\nHi\n--b1--\n`,
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'DSN whose alias led elsewhere',
    raw: reportOf(
      'Reporting-MTA: dns; mx.example.net\n\nOriginal-Recipient: rfc822;info@bakery.example\nFinal-Recipient: rfc822;bo@mail.bakery.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown user\n',
    ),
    says: [
      ['info@bakery.example', 'hard', 'user-unknown'],
      ['bo@mail.bakery.example', 'hard', 'user-unknown'],
    ],
  },
  {
    family: 'DSN with a delayed and a failed recipient',
    raw: reportOf(
      'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.2.1 The user you are trying to contact is receiving mail too quickly, rate limit\n\nFinal-Recipient: rfc822; eve@cafe.example\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; connection timed out\n',
    ),
    says: [
      ['bo@bakery.example', 'soft', 'rate-limited'],
      ['eve@cafe.example', 'soft', 'network'],
    ],
  },
  {
    family: 'DSN without a diagnostic',
    raw: reportOf(
      'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: failed\nStatus: 5.1.1\n',
      'Sorry.',
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
  {
    family: 'DSN that expired',
    raw: reportOf(
      'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp; 550 4.4.7 QUEUE.Expired; message expired\n',
    ),
    says: [['bo@bakery.example', 'soft', 'expired']],
  },
  {
    family: 'DSN with a verdict on the sender',
    raw: reportOf(
      'Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: failed\nStatus: 5.7.26\nDiagnostic-Code: smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n 550-5.7.26 DKIM = did not pass\n',
    ),
    says: [['bo@bakery.example', 'soft', 'authentication']],
  },
  {
    family: 'Amazon SES notification',
    raw: rawMail(
      {
        From: 'no-reply@sns.amazonaws.example',
        To: 'ann@sender.example',
        Subject: 'AWS Notification Message',
      },
      '{"notificationType":"Bounce","bounce":{"bounceType":"Permanent","bouncedRecipients":[{"emailAddress":"bo@bakery.example","action":"failed","status":"5.1.1","diagnosticCode":"smtp; 550 5.1.1 user unknown"}]},"mail":{"messageId":"000-1"}}',
    ),
    says: [['bo@bakery.example', 'hard', 'user-unknown']],
  },
]
