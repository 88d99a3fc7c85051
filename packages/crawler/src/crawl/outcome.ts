import type { CrawlOutcome } from '../report.ts'

/** One sentence an outcome, for people who do not know what robots.txt is. */
const SENTENCES: Record<CrawlOutcome, string> = {
  found: 'Contacts were found on the website.',
  no_website: 'The business has no website listed.',
  domain_gone: 'The website address does not exist any more.',
  unreachable: 'The website did not answer.',
  refused_by_robots: 'The website asks automatic visitors to stay away, so it was not read.',
  parked: 'The address shows a placeholder or a page for sale, not the website of the business.',
  blocked: 'The website turns automatic visitors away.',
  social_profile:
    'The listed address is a profile on a network or directory, not a website; such pages are not read.',
  excluded: 'The owner of this website asked that it is not read.',
  nothing_found: 'The website was read, but it shows no e-mail address.',
  cancelled: 'Reading was stopped before the website was finished.',
}

export function explain(outcome: CrawlOutcome, detail?: string): string {
  const sentence = SENTENCES[outcome]
  return detail ? `${sentence.slice(0, -1)} (${detail}).` : sentence
}
