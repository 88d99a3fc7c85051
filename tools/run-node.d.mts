/** The flag that lets a Node program stop when one of these processes is gone. */
export function endWith(pids: readonly number[]): string[]
