/** Shared with processes beside the application, so that each can decrypt what another has sealed. */
export const SECRET_KEY = 'a-secret-of-tests-that-is-long-enough-for-a-key'
