import { expect, test } from 'vitest'
import { readAudit } from './audit.ts'

const report = (severity: string) =>
  JSON.stringify({
    vulnerabilities: { odd: { name: 'odd', severity, range: '<2.0.0' } },
    metadata: { vulnerabilities: { [severity]: 1 } },
  })

test('reports a package with a serious vulnerability and ignores a minor one', () => {
  expect(readAudit(report('critical')).findings).toEqual([
    'odd <2.0.0 has a known hole (critical). Take a newer version, or something else in its place.',
  ])
  expect(readAudit(report('low'))).toEqual({ isKnown: true, findings: [] })
})

test('claims nothing if the registry can’t be reached', () => {
  for (const output of ['', 'npm error network', '{"error":{"code":"ENOTFOUND"}}'])
    expect(readAudit(output)).toEqual({ isKnown: false, findings: [] })
})
