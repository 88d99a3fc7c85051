import { percentDecode, readMailto } from '../address/mailto.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import type { Technique } from './technique.ts'

/** Webmails and the mail programs of phones, by host or scheme. */
const WEBMAIL =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:mail|e-?mail|webmail|outlook|hotmail|gmail|inbox|compose|fastmail|hey|proton|tutanota|roundcube|zimbra)[\w-]*\.|^(?!https?:|mailto:|javascript:)[\w+.-]*(?:mail|outlook|spark|superhuman|hey)[\w+.-]*:/i
const RECIPIENTS = /(?:^|[?&#/;])(?:to|cc|bcc|recipients?|mailto|url|extsrc|addr|_to)=([^&#]{3,500})/gi
const URL_IN_CODE = /['"]((?:https?:)?\/\/[^'"\s]{10,600})['"]/g

/** `https://mail.google.com/mail/?view=cm&to=info@oak.com`: links that open a webmail's form. */
export const composeLink: Technique = {
  name: 'compose-link',
  confidence: 0.85,
  *find(page) {
    for (const { element, url } of composeLinks(page)) {
      for (const [, list = ''] of url.replaceAll('&amp;', '&').matchAll(RECIPIENTS))
        for (const { email } of readMailto(percentDecode(list.replaceAll('+', ' '))))
          yield { email, offset: page.offsetOf(element) }
    }
  },
}

function* composeLinks(page: Page): Generator<{ element: ElementNode; url: string }> {
  for (const element of [...page.byName('a'), ...page.byName('area'), ...page.byName('form')]) {
    const { href, action } = element.attributes
    const url = (href ?? action ?? '').trim()
    if (WEBMAIL.test(url) && !page.isDropped(element)) yield { element, url }
  }
  for (const element of page.marked.data) {
    const url = element.attributes['data-href'] ?? element.attributes['data-url'] ?? ''
    if (WEBMAIL.test(url) && !page.isDropped(element)) yield { element, url }
  }
  for (const element of page.marked.handlers) {
    const { onclick = '' } = element.attributes
    if (onclick.length > 2000 || page.isDropped(element)) continue
    for (const [, url = ''] of onclick.matchAll(URL_IN_CODE)) if (WEBMAIL.test(url)) yield { element, url }
  }
}
