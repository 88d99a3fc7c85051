import { type GivenRole, INVITATION_DAYS, roleNames } from '@goldpan/contract/organizations'
import type { Letter } from '../../letters/letter.ts'
import { nameOr } from '../../letters/names.ts'

interface Invitation {
  organization: string
  invitedBy: string
  role: GivenRole
  publicUrl: string
  token: string
}

export function invitationLetter(email: string, invitation: Invitation): Letter {
  const inviter = nameOr(invitation.invitedBy, 'Someone')
  const organization = nameOr(invitation.organization, '')
  const quoted = organization ? `the organization “${organization}”` : 'an organization'
  return {
    to: email,
    urgency: 'normal',
    subject: `${inviter} invites you to ${organization || 'an organization on Goldpan'}`,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to work in ${quoted} on Goldpan, as ${roleNames[invitation.role].toLowerCase()}. You get access to its tables, prospects and campaigns.`,
      `You need a Goldpan account with this address (${email}). If you have none yet, sign up first and open this link again.`,
    ],
    button: {
      text: 'View invitation',
      url: `${invitation.publicUrl}/invitation?token=${encodeURIComponent(invitation.token)}`,
    },
    closing: `The link works for ${INVITATION_DAYS} days. If you didn’t expect this, ignore this email.`,
  }
}
