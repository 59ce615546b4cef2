import { createRequire } from 'node:module';
import type * as opentelemetry from '@opentelemetry/api';
import { requirePackages } from '../core/requirePackages.ts';
import type { Redact } from '../record/redact.ts';

const API = '@opentelemetry/api';

/** The package @opentelemetry/api. */
export type OpenTelemetryApi = typeof opentelemetry;

/**
 * Loads the application's own copy of @opentelemetry/api, since another copy would not see its tracer provider.
 *
 * @throws AntiphonError `usage_invalid` if it is not installed
 */
export function loadApi(require: (name: string) => unknown = createRequire(import.meta.url)): OpenTelemetryApi {
  requirePackages([API], 'createTelemetry', { resolve: require });
  return require(API) as OpenTelemetryApi;
}

/** State shared by all sessions of one telemetry. */
export interface Tracing {
  readonly api: OpenTelemetryApi;
  readonly tracer: opentelemetry.Tracer;
  /** Returns ms since 1970. */
  readonly now: () => number;
  readonly content?: boolean | undefined;
  readonly redact?: Redact | undefined;
  readonly agent_name?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}
