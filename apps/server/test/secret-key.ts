/** What one process of an installation seals, another opens: for those that run beside the application. */
export const SECRET_KEY = 'a-secret-of-tests-that-is-long-enough-for-a-key'
