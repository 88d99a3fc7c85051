/** Lists of more pages aren't fetched again by live updates: they keep their rows in place. */
export const LIVE_PAGES_MAX = 5
