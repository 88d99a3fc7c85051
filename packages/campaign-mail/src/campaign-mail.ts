export { domainOf, type Mailbox } from './address.ts'
export { type AnswerRequest, answerSubject, buildAnswer } from './answer-message.ts'
export type { NoteKind } from './automatic-note.ts'
export { findAwayUntil } from './away-until.ts'
export { buildMessage } from './build-message.ts'
export {
  type BuiltCampaignMessage,
  type BuiltMessage,
  type CampaignMessage,
  type DsnOptions,
  MessageRefused,
} from './campaign-message.ts'
export { checkMessage, type MessageCheck } from './check-message.ts'
export type { BounceReason, Classification, MailKind, ReportedRecipient } from './classification.ts'
export { classify, type IncomingEnvelope } from './classify.ts'
export { cleanHtml } from './clean-html.ts'
export { type CommandIo, runMailCommand } from './command.ts'
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
export { escapeHtml } from './escape-html.ts'
export { type FooterWords, footerWords } from './footer-words.ts'
export { buildForward, type ForwardRequest, forwardRefusal } from './forward-message.ts'
export { htmlToText } from './html-to-text.ts'
export { type InertHtml, inertHeaders, toInertHtml } from './inert-html.ts'
export { type LabelFigures, type LabelledReply, measureLabels } from './label-figures.ts'
export {
  labelReply,
  REPLY_LABELS,
  type ReplyLabel,
  type ReplyLabelName,
  type ReplyToLabel,
} from './label-reply.ts'
export { listFiles, type MailFile, readFile, readInertHtml } from './mail-files.ts'
export { asksToUnsubscribe } from './opt-out.ts'
export { PICTURE_TYPES } from './pictures.ts'
export { plainFileName, plainName } from './plain-name.ts'
export {
  findPlaceholder,
  type RenderedTemplate,
  type RenderOptions,
  renderTemplate,
} from './render-template.ts'
export { listLinks, rewriteLinks } from './rewrite-links.ts'
export {
  buildAutoReply,
  buildComplaint,
  buildDsn,
  buildReply,
  type SampleDsn,
  type SampleReply,
  type SampleRequest,
} from './samples.ts'
export { classifySmtpReply, type SmtpReply } from './smtp-reply.ts'
export { createTokens, type TokenKey, type TokenPurpose, type Tokens } from './tokens.ts'
export { visibleParts, visibleReply } from './visible-reply.ts'
