import {
  choiceSetting,
  listSetting,
  numberSetting,
  optionalSetting,
  portSetting,
  textSetting,
} from './settings.ts'

/** Settings of outgoing and incoming mail, and of the keys that encrypt stored secrets. */
export const mailSettings = {
  mailSmtpUrl: optionalSetting('MAIL_SMTP_URL', {
    shown: 'the built-in outbox',
    secret: true,
    sentence:
      'The mail server that sends, as `smtp://user:password@host:587`, with STARTTLS, or `smtps://…:465`. With a password TLS is required, except on this machine. Without the setting, mail goes to the built-in outbox and can be read at /mailbox.',
  }),
  mailRate: numberSetting('MAIL_RATE', {
    default: 0,
    min: 0,
    max: 10_000,
    sentence:
      'Messages per second that MAIL_SMTP_URL accepts, as its provider states. All workers together use 90 % of it. 0 = no limit.',
  }),
  sendConnectionsPerGroup: numberSetting('SEND_CONNECTIONS_PER_GROUP', {
    default: 2,
    min: 0,
    max: 100,
    sentence:
      'Concurrent messages to the mail servers of one provider (by MX record), from all workers together. 0 = no limit.',
  }),
  mailFrom: optionalSetting('MAIL_FROM', {
    shown: '`goldpan@<REPLY_DOMAIN>`',
    sentence: 'The sender of mails to your own users, such as verification mails.',
  }),
  dkim: choiceSetting('DKIM', {
    default: 'on',
    choices: ['on', 'off'],
    sentence:
      'Whether messages are signed with a key of this installation. `off` leaves signing to the mail server.',
  }),
  domainCheck: choiceSetting('DOMAIN_CHECK', {
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    sentence:
      'Whether campaigns wait until the DNS records of the sending domain are correct. `auto`: when mail is sent through MAIL_SMTP_URL and PUBLIC_URL is not this machine.',
  }),
  sendingPace: choiceSetting('SENDING_PACE', {
    default: 'auto',
    choices: ['auto', 'careful', 'free'],
    sentence:
      "The sending pace of users who have chosen none: `careful` spreads them over working hours and days, `free` sends at once. `auto`: careful when mail is sent through MAIL_SMTP_URL and PUBLIC_URL is not this machine, and always from a user's own mailbox.",
  }),
  spamd: optionalSetting('SPAMD', {
    sentence:
      "SpamAssassin's daemon, as `host:port`. With it, the first message of each campaign is scored before it starts, and one that counts as spam is not sent.",
  }),
  dnsServers: listSetting('DNS_SERVERS', {
    default: [],
    sentence:
      'Name servers to ask about mail domains, as `address` or `address:port`. Empty: those of this machine.',
  }),
  // Keys that encrypt stored secrets.
  secretKey: optionalSetting('SECRET_KEY', {
    shown: 'a key file in `DATA_DIR`',
    secret: true,
    sentence:
      'The key that encrypts stored secrets, such as signing keys: at least 32 characters, the same in every process. Keep it with your backups.',
  }),
  secretKeyPrevious: optionalSetting('SECRET_KEY_PREVIOUS', {
    secret: true,
    sentence:
      'While the key is being replaced: what `SECRET_KEY`, or the content of the key file, was before. `npm run admin -- rotate-secrets` says when it can be removed.',
  }),

  // Incoming mail.
  replyDomain: textSetting('REPLY_DOMAIN', {
    default: 'reply.goldpan.example',
    sentence: 'The domain of return addresses. Its MX record must lead to the inbound listener.',
  }),
  inboundSmtpPort: portSetting('INBOUND_SMTP_PORT', {
    default: 2525,
    sentence: 'The port of the listener that receives replies and bounces; `off` starts none.',
  }),
  inboundSmtpHost: textSetting('INBOUND_SMTP_HOST', {
    default: '127.0.0.1',
    sentence: 'The address of that listener.',
  }),
  inboundConnectionsPerSource: numberSetting('INBOUND_CONNECTIONS_PER_SOURCE', {
    default: 10,
    min: 1,
    max: 100,
    sentence: 'Connections per address to that listener. Raise it if your own mail server forwards all mail.',
  }),
  inboundQuotaMb: numberSetting('INBOUND_QUOTA_MB', {
    default: 500,
    min: 10,
    max: 1_000_000,
    sentence:
      'Incoming mail that is stored for one account, in megabytes. Beyond it the oldest original messages are deleted; the text of replies stays.',
  }),
  inboundKeepDays: numberSetting('INBOUND_KEEP_DAYS', {
    default: 365,
    min: 1,
    max: 36_500,
    sentence:
      'Days that original incoming messages and their attachments are kept. The text of a reply stays as long as its campaign.',
  }),
  inboundTlsCert: optionalSetting('INBOUND_TLS_CERT', {
    shown: 'a certificate that proves no name',
    sentence:
      'A file with the certificate (and its chain, as PEM) that the listener shows on STARTTLS. A renewed one is used within an hour.',
  }),
  inboundTlsKey: optionalSetting('INBOUND_TLS_KEY', { sentence: 'The file with its private key.' }),
  inboundWebhookSecret: optionalSetting('INBOUND_WEBHOOK_SECRET', {
    secret: true,
    sentence: 'With it, raw messages are also accepted at /api/inbound/raw if signed with this secret.',
  }),
}
