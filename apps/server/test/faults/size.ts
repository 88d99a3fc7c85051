/** The short form is for every run of the tests; `npm run bench -- faults` runs the long one. */
export const isLong = process.env.FAULTS === 'long'
export const sized = (short: number, long: number): number => (isLong ? long : short)
