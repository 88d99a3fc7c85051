interface Report {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>
  metadata?: { vulnerabilities?: Record<string, number> }
}

/** Vulnerabilities that fail the check. */
const SERIOUS = new Set(['high', 'critical'])

/** Reads the output of `npm audit --json`, which is an error or empty if the registry can't be reached. */
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
