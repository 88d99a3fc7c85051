/** Returns the records of a DNS query; none if it fails or takes longer than `ms`. */
export async function withTimeout<Item>(asked: Promise<Item[]>, ms: number): Promise<Item[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Item[]>((resolve) => {
    timer = setTimeout(() => resolve([]), ms)
  })
  try {
    return await Promise.race([asked.catch(() => []), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
