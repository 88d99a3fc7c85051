import {
  choiceSetting,
  listSetting,
  numberSetting,
  optionalSetting,
  portSetting,
  textSetting,
} from './settings.ts'

/** The settings of mail: how it leaves, where answers come in, and what proves its sender. */
export const mailSettings = {
  mailSmtpUrl: optionalSetting({
    name: 'MAIL_SMTP_URL',
    shown: 'the built-in outbox',
    secret: true,
    sentence:
      'The mail server that sends, as `smtp://user:password@host:587`. Without it, mail goes to the built-in outbox and can be read at /mailbox.',
  }),
  mailRate: numberSetting({
    name: 'MAIL_RATE',
    default: 0,
    min: 0,
    max: 10_000,
    sentence:
      'Messages a second that the mail server of MAIL_SMTP_URL takes, as its provider says; nine tenths of it are used, by all workers together. 0 sets no limit.',
  }),
  sendConnectionsPerGroup: numberSetting({
    name: 'SEND_CONNECTIONS_PER_GROUP',
    default: 2,
    min: 0,
    max: 100,
    sentence:
      'Messages under way at once to the mail servers of one provider (by MX record), from all workers together. 0 sets no limit.',
  }),
  mailboxAllowPrivate: listSetting({
    name: 'MAILBOX_ALLOW_PRIVATE',
    default: [],
    sentence:
      "Private mail servers that users' own mailboxes may name, as `host:port,…`. Everything else private is refused.",
  }),
  mailFrom: optionalSetting({
    name: 'MAIL_FROM',
    shown: '`goldpan@<REPLY_DOMAIN>`',
    sentence: 'The sender of mails to your own users, such as verification mails.',
  }),
  dkim: choiceSetting({
    name: 'DKIM',
    default: 'on',
    choices: ['on', 'off'],
    sentence:
      'Whether messages are signed with a key of this installation. `off` leaves signing to the mail server.',
  }),
  domainCheck: choiceSetting({
    name: 'DOMAIN_CHECK',
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    sentence:
      'Whether campaigns wait until the DNS records of the sending domain are right. `auto`: when mail leaves by MAIL_SMTP_URL and PUBLIC_URL does not lead to this machine.',
  }),
  sendingPace: choiceSetting({
    name: 'SENDING_PACE',
    default: 'auto',
    choices: ['auto', 'careful', 'free'],
    sentence:
      "How messages leave for whoever has chosen no pace: `careful` spreads them over working hours and days, `free` sends at once. `auto`: careful when mail leaves by MAIL_SMTP_URL and PUBLIC_URL does not lead to this machine, and always from a mailbox of one's own.",
  }),
  spamd: optionalSetting({
    name: 'SPAMD',
    sentence:
      "SpamAssassin's daemon, as `host:port`. With it, the first message of each campaign is scored before it starts, and one that counts as spam is not sent.",
  }),
  dnsServers: listSetting({
    name: 'DNS_SERVERS',
    default: [],
    sentence:
      "Name servers to ask about mail domains, as `address` or `address:port`; none asks the machine's own.",
  }),
  secretKey: optionalSetting({
    name: 'SECRET_KEY',
    shown: 'a key file in `DATA_DIR`',
    secret: true,
    sentence:
      'What stored secrets, such as signing keys, are encrypted with: at least 32 characters, the same in every process. Keep it with your backups.',
  }),
  replyDomain: textSetting({
    name: 'REPLY_DOMAIN',
    default: 'reply.goldpan.example',
    sentence: 'The domain of return addresses. Its MX record must lead to the inbound listener.',
  }),
  inboundSmtpPort: portSetting({
    name: 'INBOUND_SMTP_PORT',
    default: 2525,
    sentence: 'The port of the listener that takes replies and bounces; `off` starts none.',
  }),
  inboundSmtpHost: textSetting({
    name: 'INBOUND_SMTP_HOST',
    default: '127.0.0.1',
    sentence: 'The address that listener listens on.',
  }),
  inboundConnectionsPerSource: numberSetting({
    name: 'INBOUND_CONNECTIONS_PER_SOURCE',
    default: 10,
    min: 1,
    max: 100,
    sentence:
      'Connections that one address may have to that listener. Raise it when a mail server of your own passes all mail on.',
  }),
  inboundQuotaMb: numberSetting({
    name: 'INBOUND_QUOTA_MB',
    default: 500,
    min: 10,
    max: 1_000_000,
    sentence:
      'Incoming mail that is stored for one account, in megabytes. Beyond it the oldest original messages are deleted; the text of replies stays.',
  }),
  inboundKeepDays: numberSetting({
    name: 'INBOUND_KEEP_DAYS',
    default: 365,
    min: 1,
    max: 36_500,
    sentence:
      'Days that original incoming messages and their attachments are kept. The text of a reply stays as long as its campaign.',
  }),
  inboundTlsCert: optionalSetting({
    name: 'INBOUND_TLS_CERT',
    shown: 'a certificate that proves no name',
    sentence:
      'A file with the certificate (and its chain, as PEM) that the listener shows on STARTTLS. A renewed one is used within an hour.',
  }),
  inboundTlsKey: optionalSetting({
    name: 'INBOUND_TLS_KEY',
    sentence: 'The file with its private key.',
  }),
  inboundWebhookSecret: optionalSetting({
    name: 'INBOUND_WEBHOOK_SECRET',
    secret: true,
    sentence: 'With it, raw messages are also taken at /api/inbound/raw when signed with this secret.',
  }),
}
