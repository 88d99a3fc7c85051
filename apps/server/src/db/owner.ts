declare const ownerBrand: unique symbol
declare const scopeBrand: unique symbol

/** The owner whose rows a query may touch. Only the session gate and parsed job payloads create one. */
export type OwnerId = string & { readonly [ownerBrand]: true }

/** Permission to query across owners: worker claims, logins, public links. Carries the reason. */
export type SystemScope = { readonly reason: string; readonly [scopeBrand]: true }

export const asOwner = (id: string): OwnerId => id as OwnerId

export const systemScope = (reason: string): SystemScope => ({ reason }) as SystemScope
