import type { OpenClass } from '../src/features/tracking/tracking.rules.ts'

/** A visitor's headers and its expected class. */
export interface KnownVisit {
  agent: string | null
  is: OpenClass
  purpose?: string
  method?: 'GET' | 'HEAD'
}

const of = (is: OpenClass, agents: string[]): KnownVisit[] => agents.map((agent) => ({ agent, is }))

const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const LINUX = 'X11; Linux x86_64'
const chrome = (system: string, version: number, rest = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${rest}`
const firefox = (system: string, version: number) =>
  `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const phone = (model: string, android: number, version: number) =>
  `Mozilla/5.0 (Linux; Android ${android}; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`
const iphone = (system: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`

const desktop = [WINDOWS, MAC, LINUX].flatMap((system) => [
  ...[109, 120, 128, 134, 140, 142].map((version) => chrome(system, version)),
  ...[115, 128, 140, 144].map((version) => firefox(system.replace('10_15_7', '10.15'), version)),
  ...[120, 140].map((version) => chrome(system, version, ` Edg/${version}.0.0.0`)),
  chrome(system, 138, ' OPR/122.0.0.0'),
  chrome(system, 140, ' Vivaldi/7.6'),
])
const phones = [
  ...['Pixel 8', 'SM-G991B', 'SM-A546B', 'M2101K6G', 'CPH2451', 'moto g(30)'].flatMap((model) => [
    phone(model, 13, 124),
    phone(model, 14, 140),
  ]),
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36',
  ...['16_6', '17_5', '18_1', '18_6'].flatMap((system) => [
    iphone(system, `Version/${system.slice(0, 2)}.0 Mobile/15E148 Safari/604.1`),
    iphone(system, 'Mobile/15E148'),
    iphone(system, 'CriOS/140.0.0.0 Mobile/15E148 Safari/604.1'),
    iphone(system, 'FxiOS/143.0 Mobile/15E148 Safari/605.1.15'),
  ]),
  'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
]
const mailPrograms = [
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.17029; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17126; Pro)',
  'Microsoft Office/16.0 (Windows NT 10.0; 16.0.17328; Pro)',
  'Outlook-Android/2.0',
  'Outlook-iOS/723.4049620.prod.iphone (4.2435.0)',
  'MacOutlook/16.89.24091630 (Intel Mac OS X Version 14.6.1)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.6.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0) Gecko/20100101 Thunderbird/102.15.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Thunderbird/140.3.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) eM_Client/10.3 Chrome/124.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Evolution/3.54',
  'Mozilla/5.0 (X11; Linux x86_64) KMail/6.1',
  'Mozilla/5.0 (Linux; Android 14; SM-A546B; wv) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36 SamsungEmail/6.1',
  'Airmail 5.7 (macOS 14.5)',
  'Spark/3.20 CFNetwork/1498 Darwin/23.6.0',
]
const proxies = [
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com)',
  'GoogleImageProxy',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Mozilla/5.0 (compatible; YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html)',
  'Mozilla/5.0 (compatible; Outlook-Proxy/1.0)',
  'OutlookImageProxy',
  'Mozilla/5.0 (compatible; Image Proxy; DuckDuckGo)',
  'Mail-Proxy/2.1',
]
const scanners = [
  'Barracuda Sentinel (EE)',
  'BarracudaCentral/1.0',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Mimecast)',
  'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Safelinks/1.0',
  'Mozilla/5.0 (compatible; Symantec Cloud)',
  'MessageLabs/1.0',
  'TrendMicro WRS',
  'Mozilla/5.0 (compatible; Trend Micro URL Filtering)',
  'Sophos Email Appliance/4.5',
  'FireEye/1.0',
  'Trellix ETP',
  'Zscaler/6.2',
  'Forcepoint/8.5',
  'BitDefender online scanner',
  'cloudmark-zero',
  'Cisco-IronPort/14',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.32.3',
  'Python/3.12 aiohttp/3.9.5',
  'python-urllib3/2.2.1',
  'Go-http-client/1.1',
  'Go-http-client/2.0',
  'Java/17.0.10',
  'Apache-HttpClient/5.3 (Java/21)',
  'okhttp/4.12.0',
  'libwww-perl/6.77',
  'axios/1.7.7',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'node',
  'undici',
  'PostmanRuntime/7.43.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Discordbot/2.0',
  'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot)',
  'SkypeUriPreview Preview/0.5',
  'Scrapy/2.11.2 (+https://scrapy.org)',
  'Mozilla/5.0 (compatible; URLScanner/1.0)',
  'http-client/0.7',
  'GuzzleHttp/7',
  'Ruby',
  'Faraday v2.9.0',
  'Dart/3.4 (dart:io)',
  'aria2/1.37.0',
  'HTTPie/3.2.2',
]

/** Real user agents with their classes. */
export const knownVisits: readonly KnownVisit[] = [
  ...of('human', [...desktop, ...phones, ...mailPrograms]),
  ...of('proxy_human', proxies),
  ...of('machine', ['Mozilla/5.0']),
  ...of('scanner', scanners),
  ...[null, '', ' '].map((agent): KnownVisit => ({ agent, is: 'scanner' })),
  ...[...desktop.slice(0, 12), ...phones.slice(0, 6)].map(
    (agent): KnownVisit => ({ agent, is: 'scanner', method: 'HEAD' }),
  ),
  ...['prefetch', 'prefetch;prerender', 'prerender', 'preview'].flatMap((purpose) =>
    [...desktop.slice(0, 6), ...phones.slice(0, 4)].map(
      (agent): KnownVisit => ({ agent, is: 'prefetch', purpose }),
    ),
  ),
]
