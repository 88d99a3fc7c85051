/** `npm test` runs the short form of what lies around here, `npm run test:long` the long one. */
export const isLong = process.env.LONG_FORM === 'yes'
export const sized = (short: number, long: number): number => (isLong ? long : short)
