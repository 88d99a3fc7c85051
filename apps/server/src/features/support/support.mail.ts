import { supportPriorityLabels, supportTypeLabels } from '@goldpan/contract/support'
import type { Letter } from '../../letters/letter.ts'
import { nameOr } from '../../letters/names.ts'
import type { RequestRow } from './support.store.ts'

export interface SupportSender {
  email: string
  name: string
  plan: string
}

/** To the operator, whose reply goes to the person who asked. */
export const supportLetter = (operator: string, sender: SupportSender, request: RequestRow): Letter => ({
  to: operator,
  urgency: 'normal',
  replyTo: sender.email,
  subject: `[${supportTypeLabels[request.type]}] ${request.title}`,
  paragraphs: [
    request.description,
    [
      `From: ${nameOr(sender.name, 'a user')} <${sender.email}>, plan ${sender.plan}`,
      `Type: ${supportTypeLabels[request.type]}`,
      `Priority: ${supportPriorityLabels[request.priority]}`,
      `Request: ${request.id}`,
    ].join('\n'),
  ],
  closing: `Reply to this email to answer the sender. Then run 'npm run admin -- request ${request.id} answered' to show that on their Support page.`,
  attachments: request.screenshot_key
    ? [{ fileName: 'screenshot.png', contentType: 'image/png', fileKey: request.screenshot_key }]
    : undefined,
})
