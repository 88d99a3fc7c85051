export type Build = 'server' | 'screens'
export function ensureBuilt(names?: Build[]): void
export function build(name: Build): boolean
