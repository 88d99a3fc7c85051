/** A query whose results are known from the data: elements by their tags and place. */
export interface KnownAnswer {
  /** The region's name. */
  of: string
  query: string
  location: string | null
  /** Elements with one of these: `a=b`, `a=b&c=d` for both, `a=*` for any value. */
  tags?: string[]
  /** Of those, elements whose name, brand or operator matches. */
  name?: RegExp
  /** Only inside the boundary of this name. */
  inside?: string
  /** Only within `km` of the point; up to `mayKm` they may be found. */
  around?: { lat: number; lon: number; km: number; mayKm: number }
  /** Only with this postcode in the address. */
  postcode?: string
  /** Only with this town in the address. */
  locality?: RegExp
  /** Only with this state in the address. */
  state?: string
  /** Elements that are right too, such as a sports hall beside sports centres. */
  may?: string[]
  /** Elements that are right by their name: 'Pizzeria La Perla' without a cuisine. */
  mayName?: RegExp
}
