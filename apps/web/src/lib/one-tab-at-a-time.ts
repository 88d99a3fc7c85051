/** Runs the action while no other tab runs one of this name. Without the Web Locks API (pages without https) it runs at once. */
export function oneTabAtATime<Answer>(name: string, action: () => Promise<Answer>): Promise<Answer> {
  if (typeof navigator === 'undefined' || !navigator.locks) return action()
  return navigator.locks.request(name, action) as Promise<Answer>
}
