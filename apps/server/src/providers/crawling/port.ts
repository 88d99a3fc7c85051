import type { Db } from '../../db/database.ts'

/** Websites whose owners asked not to be crawled. The operator keeps the list. */
export interface ExcludedSites {
  /** True if the host or a parent domain is excluded. Called before every request, so a change applies at once. */
  isExcluded(hostname: string): Promise<boolean>
  /** Returns the domain as stored; null if the text isn't a website. */
  exclude(tx: Db, website: string, reason: string): Promise<string | null>
  /** Returns the domain as stored; null if it wasn't listed. */
  readmit(tx: Db, website: string): Promise<string | null>
  /** `excluded_at` is in ISO 8601. */
  list(): Promise<{ domain: string; reason: string; excluded_at: string }[]>
}
