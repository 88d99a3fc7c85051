import { optionalSetting } from './settings.ts'

/** Settings of the keys that encrypt stored secrets. */
export const keySettings = {
  secretKey: optionalSetting('SECRET_KEY', {
    shown: 'a key file in `DATA_DIR`',
    secret: true,
    sentence:
      'The key that encrypts stored secrets, such as signing keys: at least 32 characters, the same in every process. Keep it with your backups.',
  }),
  secretKeyPrevious: optionalSetting('SECRET_KEY_PREVIOUS', {
    secret: true,
    sentence:
      'While the key is being replaced: what `SECRET_KEY`, or the content of the key file, was before. `npm run admin -- rotate-secrets` says when it can be removed.',
  }),
} as const
