import { escapeHtml } from '@goldpan/campaign-mail/escape-html'
import type { QueueDepth } from '../../db/health.ts'
import type { MetricsSource } from './metrics.ts'

/** The operator's page of waiting, running and failed work: a table without scripts that reloads itself. */
export function renderOperatorPage(
  queues: QueueDepth[],
  connections: ReturnType<MetricsSource['countConnections']>,
  refused: { reason: string; logins: number }[],
  at: string,
): string {
  const rows = queues.map(
    ({ queue, state, count, oldestSeconds }) =>
      `<tr><th scope="row">${escapeHtml(queue)}</th><td>${escapeHtml(state)}</td><td>${count}</td><td>${oldestSeconds === null ? '' : inWords(oldestSeconds)}</td></tr>`,
  )
  const refusals = refused.map(
    ({ reason, logins }) => `<tr><th scope="row">${escapeHtml(reason)}</th><td>${logins}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10">
<meta name="color-scheme" content="light dark">
<title>Queues and logins · Goldpan</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: 0.4rem 0.5rem; text-align: start; }
td:nth-child(n + 3), thead th:nth-child(n + 3) { text-align: end; font-variant-numeric: tabular-nums; }
th { font-weight: 500; }
</style>
</head>
<body>
<h1>Queues</h1>
<p>At ${escapeHtml(at)}. Connections to the database: ${connections.total}, of them ${connections.idle} unused; ${connections.waiting} callers wait for one.</p>
<table>
<thead><tr><th scope="col">Queue</th><th scope="col">State</th><th scope="col">Entries</th><th scope="col">The first waits since</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<h1>Logins refused in the last 24 hours</h1>
${
  refusals.length === 0
    ? '<p>None.</p>'
    : `<table>
<thead><tr><th scope="col">Why</th><th scope="col">Logins</th></tr></thead>
<tbody>
${refusals.join('\n')}
</tbody>
</table>`
}
</body>
</html>
`
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
