import type { FooterWords } from '@goldpan/campaign-mail/footer-words'

export const TEST_MARK = '[Test] '

export const markSubject = (subject: string): string => `${TEST_MARK}${subject}`

/** In place of why the message came: that it is a test, and as for whom. Braces would be read as gaps to fill. */
export const toTestFooter = (campaign: string, recipient: string): FooterWords => ({
  reason: `This is a test of your campaign '${withoutBraces(campaign)}', written as for ${withoutBraces(recipient)}. It went to {address} only and is neither counted nor tracked.`,
  unsubscribe: 'Unsubscribe (without effect in a test)',
})

const withoutBraces = (text: string): string => text.replace(/[{}]/g, '')
