export { domainOf, isSafeAddress, isSafeDomain, type Mailbox, normalizeAddress } from './address.ts'
export { buildMessage } from './build-message.ts'
export {
  type BuiltMessage,
  type CampaignMessage,
  type DsnOptions,
  MessageRefused,
} from './campaign-message.ts'
export type { BounceReason, Classification, MailKind, ReportedRecipient } from './classification.ts'
export { cleanHtml } from './clean-html.ts'
export {
  type DkimKey,
  type DkimRecord,
  dkimRecord,
  generateDkimKey,
  SIGNED_HEADERS,
  signDkim,
  testDkimKey,
} from './dkim.ts'
export { type DkimResult, verifyDkim } from './dkim-verify.ts'
export { htmlToText } from './html-to-text.ts'
export {
  escapeHtml,
  findPlaceholder,
  type RenderedTemplate,
  type RenderOptions,
  renderTemplate,
  TEMPLATE_NAMES,
} from './render-template.ts'
export { createTokens, type TokenKey, type TokenPurpose, type Tokens } from './tokens.ts'
