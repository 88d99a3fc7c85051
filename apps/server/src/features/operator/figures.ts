export const figure = (count: number): string => count.toLocaleString('en-US')

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

/** A count, and its share of the mails that were sent or refused. */
export const withShare = (count: number, { tried }: { tried: number }): string =>
  tried > 0 && count > 0 ? `${figure(count)} (${((count / tried) * 100).toFixed(1)}%)` : figure(count)
