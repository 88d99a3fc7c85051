/**
 * Stands beside the session cookie and says only that there may be a session. Unlike that one it can be read by the
 * page, which so need not ask the server when nobody is signed in. It is no secret and opens nothing.
 */
export const SESSION_HINT_COOKIE = 'goldpan_signed_in'
