import { type GivenRole, INVITATION_DAYS, roleNames } from '@goldpan/contract/organizations'
import type { Letter } from '../../letters/letter.ts'

export const invitationLetter = (
  email: string,
  invitation: { organization: string; invitedBy: string; role: GivenRole; publicUrl: string; token: string },
): Letter => ({
  to: email,
  urgency: 'normal',
  subject: `${invitation.invitedBy} invites you to ${invitation.organization}`,
  paragraphs: [
    'Hello,',
    `${invitation.invitedBy} invites you to work in the organization “${invitation.organization}” on Goldpan, as ${roleNames[invitation.role].toLowerCase()}. You will see its tables, prospects and campaigns and can work on them.`,
    `You need a Goldpan account with this address (${email}). If you have none yet, sign up first and open this link again.`,
  ],
  button: {
    text: 'Look at the invitation',
    url: `${invitation.publicUrl}/invitation?token=${encodeURIComponent(invitation.token)}`,
  },
  closing: `The link works for ${INVITATION_DAYS} days. If you don’t know what this is about, simply ignore this message.`,
})
