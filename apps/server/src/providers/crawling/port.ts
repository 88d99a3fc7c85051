/** Websites whose owners asked this installation to stay away; the operator keeps the list. */
export interface ExcludedSites {
  /** Whether a host or a domain above it is excluded. Asked before every request, so that a wish holds at once. */
  isExcluded(hostname: string): Promise<boolean>
  /** Answers the domain as it is kept; null where the text is not a website. */
  exclude(website: string, reason: string): Promise<string | null>
  /** False when the domain was not on the list. */
  readmit(website: string): Promise<boolean>
  list(): Promise<{ domain: string; reason: string; excluded_at: string }[]>
}
