import { optionalSetting, shareSetting, textSetting } from './settings.ts'

/** Traces, under the names that OpenTelemetry gives these settings everywhere. */
export const traceSettings = {
  otlpEndpoint: optionalSetting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    shown: 'no traces',
    sentence:
      'Where traces go by OTLP over HTTP, such as `http://localhost:4318`: of requests, jobs, database statements, outgoing calls and SMTP.',
  }),
  otlpHeaders: optionalSetting({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
    sentence: 'Headers that the receiver of traces asks for, as `name=value,…`.',
  }),
  otelServiceName: textSetting({
    name: 'OTEL_SERVICE_NAME',
    default: 'goldpan',
    sentence: 'Under which name the traces of this process stand.',
  }),
  traceShare: shareSetting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: 1,
    sentence: 'Which share of requests and jobs is traced, from 0 to 1.',
  }),
}
