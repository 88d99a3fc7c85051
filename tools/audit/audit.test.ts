import { expect, test } from 'vitest'
import { readAudit } from './audit.ts'

const report = (severity: string) =>
  JSON.stringify({
    vulnerabilities: { odd: { name: 'odd', severity, range: '<2.0.0' } },
    metadata: { vulnerabilities: { [severity]: 1 } },
  })

test('a package with a serious known hole is named, a smaller one is let through', () => {
  expect(readAudit(report('critical')).findings).toEqual([
    'odd <2.0.0 has a known hole (critical). Take a newer version, or something else in its place.',
  ])
  expect(readAudit(report('low'))).toEqual({ isKnown: true, findings: [] })
})

test('without a registry nothing is known, and nothing is claimed', () => {
  for (const output of ['', 'npm error network', '{"error":{"code":"ENOTFOUND"}}'])
    expect(readAudit(output)).toEqual({ isKnown: false, findings: [] })
})
