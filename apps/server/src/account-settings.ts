import { choiceSetting } from './settings.ts'

/** Settings of accounts. */
export const accountSettings = {
  signUp: choiceSetting('SIGN_UP', {
    default: 'open',
    choices: ['open', 'invited', 'closed'],
    sentence:
      'Who may sign up. `open`: everybody. `invited`: addresses that an organization has invited. `closed`: nobody. Existing accounts log in as before.',
  }),
} as const
