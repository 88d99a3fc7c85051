const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '1 April 2026 (UTC)' in the reader's order of words: periods end by UTC, so their days are told in it. */
export const formatDay = (instant: string): string => `${day.format(new Date(instant))} (UTC)`
