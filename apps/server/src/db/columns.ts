import { customType } from 'drizzle-orm/pg-core'

/** A point in time: `timestamptz` in the database, an ISO 8601 string in UTC everywhere else. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => new Date(value).toISOString(),
  toDriver: (value) => value,
})

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
