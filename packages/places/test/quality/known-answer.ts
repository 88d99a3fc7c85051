/** A query whose answer is known from the data itself: which elements should be found, told by their tags and place. */
export interface KnownAnswer {
  /** The data it is asked of: the region's name. */
  of: string
  query: string
  location: string | null
  /** The elements meant: those with one of these (`a=b`, or `a=b&c=d` for both; `a=*` for any value). */
  tags?: string[]
  /** Of the elements with these tags (of all without any) those whose name, brand or operator matches. */
  name?: RegExp
  /** Only those inside the boundary of this name, as the file has it. */
  inside?: string
  /** Only those within so many kilometres of the named point; as far as `mayKm` they may be found too. */
  around?: { lat: number; lon: number; km: number; mayKm: number }
  /** Only those whose address has this postcode. */
  postcode?: string
  /** Only those whose address names this town. */
  locality?: RegExp
  /** Only those whose address names this state. */
  state?: string
  /** Elements that are right answers too without being asked for, such as a sports hall beside sports centres. */
  may?: string[]
  /** Elements whose name says what is asked for, whatever their tags: 'Pizzeria La Perla' without a cuisine. */
  mayName?: RegExp
}
