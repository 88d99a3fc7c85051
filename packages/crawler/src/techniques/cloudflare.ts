import { readMailto } from '../address/mailto.ts'
import type { Technique } from './technique.ts'

/** Cloudflare's email protection: hex digits, all bytes XORed with the first. */
export const cloudflare: Technique = {
  name: 'cloudflare',
  confidence: 0.85,
  reveal({ attributes }) {
    const code = attributes['data-cfemail']
    return code === undefined ? undefined : decodeCloudflare(code)
  },
  *find(page) {
    for (const element of page.byName('a')) {
      const code = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{6,4000})/i.exec(
        element.attributes.href ?? '',
      )?.[1]
      if (!code || page.isDropped(element)) continue
      for (const { email } of readMailto(`mailto:${decodeCloudflare(code) ?? ''}`))
        yield { email, offset: page.offsetOf(element) }
    }
  },
}

function decodeCloudflare(code: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){3,2000}$/i.test(code)) return undefined
  const [key = 0, ...bytes] = Buffer.from(code, 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}
