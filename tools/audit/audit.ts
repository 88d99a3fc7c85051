interface Report {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>
  metadata?: { vulnerabilities?: Record<string, number> }
}

/** What stops a check: holes that somebody can use from outside without much ado. */
const SERIOUS = new Set(['high', 'critical'])

/** What `npm audit --json` said; without a registry it says nothing that can be read, or only an error. */
export function readAudit(output: string): { isKnown: boolean; findings: string[] } {
  const report = parse(output)
  if (!report?.metadata?.vulnerabilities) return { isKnown: false, findings: [] }
  const serious = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) => SERIOUS.has(severity))
  return {
    isKnown: true,
    findings: serious.map(
      ({ name, severity, range }) =>
        `${name} ${range} has a known hole (${severity}). Take a newer version, or something else in its place.`,
    ),
  }
}

function parse(output: string): Report | null {
  try {
    return JSON.parse(output) as Report
  } catch {
    return null
  }
}
