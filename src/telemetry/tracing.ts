import type { Tracer } from '@opentelemetry/api';
import type { Redact } from '../record/redact.ts';
import type { OpenTelemetryApi } from './loadApi.ts';

/** State shared by all sessions of one telemetry. */
export interface Tracing {
  readonly api: OpenTelemetryApi;
  readonly tracer: Tracer;
  /** Returns ms since 1970. */
  readonly now: () => number;
  readonly content?: boolean | undefined;
  readonly redact?: Redact | undefined;
  readonly agent_name?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}
