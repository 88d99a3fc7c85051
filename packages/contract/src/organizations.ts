import { z } from 'zod'
import { DELETE_WORD, emailAddress, type Plan } from './accounts.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { anyId, requiredLine } from './text.ts'
import { isPlanAtLeast } from './usage.ts'

export const organizationRole = z.enum(['owner', 'admin', 'member'])
export type OrganizationRole = z.infer<typeof organizationRole>
export const givenRole = z.enum(['admin', 'member'], { error: 'Please choose a role' })
export type GivenRole = z.infer<typeof givenRole>

/** True if an owner with this plan can create organizations and work in them. */
export const canHoldOrganizations = (plan: Plan): boolean => isPlanAtLeast(plan, 'premium')

export const ORGANIZATIONS_MAX = 10
/** Members and open invitations combined. */
export const MEMBERS_MAX = 50
export const INVITATION_DAYS = 7

export const roleNames: Record<OrganizationRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
}

/** Roles that admins and owners may give and take. An owner changes by handing over only. */
export const canManage = (role: OrganizationRole, other: OrganizationRole): boolean =>
  role === 'owner' ? other !== 'owner' : role === 'admin' && other === 'member'

export const organizationMessages = {
  frozen:
    'This organization is frozen: its owner no longer has the Premium plan. You can read and export everything, but not change, gather, write or send until the owner has Premium again.',
  suspended:
    'This organization is suspended together with the account of its owner. You can read and export everything, but not change, gather, write or send until the account is open again.',
  nameRequired: 'Please enter a name for the organization',
  list: 'Failed to load organizations',
  create: 'Failed to create the organization',
  change: 'Failed to change the organization',
  invite: 'Failed to send the invitation',
  join: 'Failed to join the organization',
} as const

const organization = z.object({
  id: z.string(),
  name: z.string(),
  role: organizationRole,
  /** The person whose plan its usage counts on. */
  owner_name: z.string(),
  is_frozen: z.boolean(),
  /** The owner's account is suspended. */
  is_suspended: z.boolean(),
})
export type Organization = z.infer<typeof organization>

const organizations = z.object({
  /** The organization that the session works for. Null for the person's own work. */
  active_id: z.string().nullable(),
  can_create: z.boolean(),
  organizations: z.array(organization),
})
export type Organizations = z.infer<typeof organizations>

const member = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: organizationRole,
  joined_at: z.string(),
})
export type Member = z.infer<typeof member>

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: givenRole,
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

const organizationDetail = organization.extend({
  members: z.array(member),
  invitations: z.array(invitation),
})
export type OrganizationDetail = z.infer<typeof organizationDetail>

export const organizationForm = z.object({
  name: requiredLine(organizationMessages.nameRequired, 100).regex(
    /^[^\p{Cc}<>]*$/u,
    'Please enter a name without special characters',
  ),
})

export const invitationForm = z.object({
  email: emailAddress('Please enter an email address'),
  role: givenRole,
})

const token = z.string({ error: 'This link is incomplete' }).min(1, 'This link is incomplete').max(200)
const person = { whose: 'person' } as const
const oftenEnough = { points: 120, seconds: 3600, by: 'user' } as const

export const organizationRoutes = {
  list: route('GET', '/api/organizations', {
    ...person,
    answer: organizations,
    summary: 'Lists your organizations and the one this session works in',
  }),
  create: route('POST', '/api/organizations', {
    ...person,
    body: organizationForm,
    answer: organization,
    limit: oftenEnough,
    summary: 'Creates an organization; requires Premium',
  }),
  switchTo: route('PUT', '/api/organizations/active', {
    ...person,
    body: z.object({ id: anyId.nullable() }),
    answer: organizations,
    summary: 'Switches the session to an organization; null for personal',
  }),
  read: route('GET', '/api/organizations/:id', { ...person, answer: organizationDetail }),
  rename: route('PUT', '/api/organizations/:id', {
    ...person,
    body: organizationForm,
    answer: organizationDetail,
  }),
  remove: route('POST', '/api/organizations/:id/delete', {
    ...person,
    body: z.object({
      confirmation: z.literal(DELETE_WORD, { error: `Please type ${DELETE_WORD} to confirm` }),
    }),
    answer: organizations,
    summary: 'Deletes an organization with all its data',
  }),
  leave: route('POST', '/api/organizations/:id/leave', { ...person, answer: organizations }),
  handOver: route('POST', '/api/organizations/:id/hand-over', {
    ...person,
    body: z.object({ user_id: anyId }),
    answer: organizationDetail,
    summary: 'Transfers ownership to a member with Premium, whose plan then pays',
  }),
  setRole: route('PUT', '/api/organizations/:id/members/:user', {
    ...person,
    body: z.object({ role: givenRole }),
    answer: organizationDetail,
  }),
  removeMember: route('DELETE', '/api/organizations/:id/members/:user', {
    ...person,
    answer: organizationDetail,
  }),
  invite: route('POST', '/api/organizations/:id/invitations', {
    ...person,
    body: invitationForm,
    answer: organizationDetail,
    limit: oftenEnough,
    summary: 'Invites a person by email; a new invitation replaces an earlier one',
  }),
  withdraw: route('DELETE', '/api/organizations/:id/invitations/:invitation', {
    ...person,
    answer: organizationDetail,
  }),
  readInvitation: route('POST', '/api/invitations/read', {
    ...person,
    body: z.object({ token }),
    answer: z.object({ organization: z.string(), email: z.string(), role: givenRole }),
    limit: oftenEnough,
    summary: 'Describes an invitation before it is accepted',
  }),
  join: route('POST', '/api/invitations/accept', {
    ...person,
    body: z.object({ token }),
    answer: organizations,
    limit: oftenEnough,
    summary: 'Accepts an invitation and switches the session to the organization',
  }),
}

export const organizationRefusals = refusals({
  'organizations.invitation_suspended': {
    status: 403,
    message: 'This organization is suspended at the moment, so nobody can join it.',
  },
  'organizations.suspended': { status: 403, message: organizationMessages.suspended },
  'organizations.frozen': { status: 403, message: organizationMessages.frozen },
  'organizations.needs_premium': {
    status: 403,
    message: 'Organizations are part of the Premium plan. Please upgrade to create one.',
  },
  'organizations.not_found': {
    status: 404,
    message: 'This organization does not exist, or you are not a member of it',
  },
  'organizations.not_allowed': {
    status: 403,
    message: 'Your role in this organization does not allow this. Please ask its owner.',
  },
  'organizations.too_many': {
    status: 409,
    message: `You can own at most ${ORGANIZATIONS_MAX} organizations`,
  },
  'organizations.full': {
    status: 409,
    message: `An organization has at most ${MEMBERS_MAX} members and open invitations`,
  },
  'organizations.invited_too_often': {
    status: 429,
    message: 'This address has received several invitations in the last hour. Please try again later.',
  },
  'organizations.is_member': { status: 409, message: 'This person is already a member' },
  'organizations.owner_stays': {
    status: 409,
    message: 'The owner can’t leave. Please transfer ownership or delete the organization.',
  },
  'organizations.heir_needs_premium': {
    status: 409,
    message: 'The new owner needs the Premium plan, because usage counts toward it.',
  },
  'organizations.heir_suspended': {
    status: 409,
    message: 'The account of this member is suspended, so the organization could not go on with it.',
  },
  'organizations.member_not_found': {
    status: 404,
    message: 'This person is not a member of the organization',
  },
  'organizations.invitation_unknown': {
    status: 404,
    message: 'This invitation is no longer valid. Please ask for a new one.',
  },
  'organizations.other_address': {
    status: 403,
    message: 'This invitation was sent to another email address. Please log in with that one.',
  },
  'organizations.still_owned': {
    status: 409,
    message: 'You still own an organization. Please transfer or delete it first; nothing was deleted.',
  },
})
