import {
  choiceSetting,
  listSetting,
  numberSetting,
  optionalSetting,
  serviceSetting,
  textSetting,
} from './settings.ts'

/** Settings of users' own mailboxes. */
export const mailboxSettings = {
  mailboxAllowPrivate: listSetting('MAILBOX_ALLOW_PRIVATE', {
    default: [],
    sentence:
      "Private mail servers that users' own mailboxes may use, as `host:port,…`. Other private addresses are refused.",
  }),
  mailboxPollSeconds: numberSetting('MAILBOX_POLL_SECONDS', {
    default: 60,
    min: 1,
    max: 3600,
    sentence: "Seconds between two looks into a user's own mailbox for answers.",
  }),
  mailboxTimeoutSeconds: numberSetting('MAILBOX_TIMEOUT_SECONDS', {
    default: 30,
    min: 1,
    max: 300,
    sentence: "How long one command or request to the provider of a user's own mailbox may take.",
  }),
  mailboxReadBytes: numberSetting('MAILBOX_READ_BYTES', {
    default: 10_485_760,
    min: 1024,
    max: 104_857_600,
    sentence: "Messages above this size are read from users' own mailboxes without their files.",
  }),
  mailboxPresets: optionalSetting('MAILBOX_PRESETS', {
    sentence:
      'A JSON file with mail providers of your own and their servers, `[preset, …]`. They come before the built-in ones.',
  }),

  // Signing in at Google and Microsoft.
  googleOauthClientId: optionalSetting('GOOGLE_OAUTH_CLIENT_ID', {
    shown: 'Gmail is not offered',
    sentence: "Google: the client id with which users connect their mailboxes, from Google's console.",
  }),
  googleOauthClientSecret: optionalSetting('GOOGLE_OAUTH_CLIENT_SECRET', {
    secret: true,
    sentence: 'Google: the client secret.',
  }),
  googleOauthReading: choiceSetting('GOOGLE_OAUTH_READING', {
    default: 'on',
    choices: ['on', 'off'],
    sentence:
      'Whether Google mailboxes are also read. `off` while Google has not reviewed your app for the restricted scope gmail.readonly.',
  }),
  googleOauthUrl: serviceSetting('GOOGLE_OAUTH_URL', {
    default: null,
    shown: "Google's own addresses",
    sentence:
      'Google: another address for signing in, in place of accounts.google.com, oauth2.googleapis.com and openidconnect.googleapis.com.',
  }),
  googleApiUrl: serviceSetting('GOOGLE_API_URL', {
    default: 'https://gmail.googleapis.com',
    sentence: 'Google: another address of the Gmail API.',
  }),
  microsoftOauthClientId: optionalSetting('MICROSOFT_OAUTH_CLIENT_ID', {
    shown: 'Microsoft 365 is not offered',
    sentence: 'Microsoft: the application (client) id with which users connect their mailboxes.',
  }),
  microsoftOauthClientSecret: optionalSetting('MICROSOFT_OAUTH_CLIENT_SECRET', {
    secret: true,
    sentence: 'Microsoft: the value of its client secret. It expires; renew it in time.',
  }),
  microsoftOauthTenant: textSetting('MICROSOFT_OAUTH_TENANT', {
    default: 'common',
    sentence:
      'Microsoft: who may connect a mailbox. `common` for everybody, `organizations` for work accounts only, or the id of your own tenant.',
  }),
  microsoftOauthUrl: serviceSetting('MICROSOFT_OAUTH_URL', {
    default: 'https://login.microsoftonline.com',
    sentence: 'Microsoft: another address for signing in.',
  }),
  microsoftApiUrl: serviceSetting('MICROSOFT_API_URL', {
    default: 'https://graph.microsoft.com',
    sentence: 'Microsoft: another address of the Graph API.',
  }),
}
