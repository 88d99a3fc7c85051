import {
  choiceSetting,
  optionalNumberSetting,
  optionalSetting,
  shareSetting,
  textSetting,
} from './settings.ts'

/** Settings of metrics, operator pages, health checks, logs and traces. */
export const watchingSettings = {
  metricsToken: optionalSetting('METRICS_TOKEN', {
    secret: true,
    sentence:
      'Opens `/metrics` (Prometheus) and, without `OPERATOR_TOKEN`, `/operator`: make it long. Without it there are no metrics.',
  }),
  operatorToken: optionalSetting('OPERATOR_TOKEN', {
    shown: '`METRICS_TOKEN`',
    secret: true,
    sentence:
      'Opens `/operator`, the pages that suspend and delete accounts, in place of `METRICS_TOKEN`, which Prometheus has, too. At least 32 characters.',
  }),
  healthPort: optionalNumberSetting('HEALTH_PORT', {
    shown: 'none',
    min: 0,
    max: 65_535,
    sentence:
      'A port that serves `/api/health`, `/api/health/ready` and, with `METRICS_TOKEN`, `/metrics` of this process and nothing else, whatever its roles. It listens on `HOST`.',
  }),
  logLevel: choiceSetting('LOG_LEVEL', {
    default: 'warn',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    sentence:
      'How much is logged, as JSON lines on standard error. `info` adds a line per response, per refused login, and at begin and end of each job.',
  }),

  // Traces, by the names that OpenTelemetry uses.
  otlpEndpoint: optionalSetting('OTEL_EXPORTER_OTLP_ENDPOINT', {
    shown: 'no traces',
    sentence:
      'Where traces go by OTLP over HTTP, such as `http://localhost:4318`: of requests, jobs, database statements, outgoing calls and SMTP.',
  }),
  otlpHeaders: optionalSetting('OTEL_EXPORTER_OTLP_HEADERS', {
    secret: true,
    sentence: 'Headers for the receiver of traces, as `name=value,…`.',
  }),
  otelServiceName: textSetting('OTEL_SERVICE_NAME', {
    default: 'goldpan',
    sentence: 'The name of this process in traces.',
  }),
  traceShare: shareSetting('OTEL_TRACES_SAMPLER_ARG', {
    default: 1,
    sentence: 'The share of requests and jobs that is traced, from 0 to 1.',
  }),
} as const
