/**
 * Set together with the session cookie, but readable by the page, which then needn't call the server if nobody is
 * logged in. It isn't secret and grants nothing.
 */
export const SESSION_HINT_COOKIE = 'goldpan_signed_in'
