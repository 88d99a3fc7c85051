declare const ownerBrand: unique symbol
declare const scopeBrand: unique symbol

/** Whose rows a query may touch. Minted by the session gate and from parsed job payloads only. */
export type OwnerId = string & { readonly [ownerBrand]: true }

/** Permission to look across owners: workers that claim work, logins, public links. Says what for. */
export type SystemScope = { readonly reason: string; readonly [scopeBrand]: true }

export const asOwner = (id: string): OwnerId => id as OwnerId

export const systemScope = (reason: string): SystemScope => ({ reason }) as SystemScope
