/** Shared by processes beside the application, so that each opens what another sealed. */
export const SECRET_KEY = 'a-secret-of-tests-that-is-long-enough-for-a-key'
