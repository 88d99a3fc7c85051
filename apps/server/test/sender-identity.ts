/** Gives owner $1 a sender identity. Without one, campaigns are not sent through real mail servers. */
export const SENDER_IDENTITY = `
  insert into sender_identities (owner_id, company, street, postcode, city, country, updated_at)
  values ($1, 'Pans & Sons', '1 Assay Lane', '9490', 'Goldwater', 'LI', now())
  on conflict do nothing`
