/**
 * Set together with the session cookie, but readable by the page, which then needn't ask the server if nobody is signed
 * in. It is no secret and opens nothing.
 */
export const SESSION_HINT_COOKIE = 'goldpan_signed_in'
