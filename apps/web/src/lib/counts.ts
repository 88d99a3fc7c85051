/** '1 prospect', '1,204 prospects': the number as the locale writes it, with the noun that fits. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
