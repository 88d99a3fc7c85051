/** Builds the screens, unless they were built from just these sources. Whether they are there now. */
export function buildWeb(): boolean
export function ensureWebBuilt(): void
