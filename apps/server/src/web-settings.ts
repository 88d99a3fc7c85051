import { hostsSetting, numberSetting, optionalSetting, textSetting } from './settings.ts'

/** Where the web application is reached. */
export const webSettings = {
  port: numberSetting({
    name: 'PORT',
    default: 3000,
    min: 0,
    max: 65_535,
    sentence: 'The port of the web application.',
  }),
  host: textSetting({
    name: 'HOST',
    default: '127.0.0.1',
    sentence: 'The address the web application listens on; `0.0.0.0` lets other machines reach it.',
  }),
  publicUrl: optionalSetting({
    name: 'PUBLIC_URL',
    shown: '`http://localhost:<PORT>`',
    sentence: 'The address people reach Goldpan at. Links in mails are made from it.',
  }),
  allowedHosts: hostsSetting({
    name: 'ALLOWED_HOSTS',
    sentence:
      'Host names that Goldpan answers to besides that of `PUBLIC_URL`, separated by commas: a former one whose links are still in mails, or the name that Prometheus asks by.',
  }),
}
