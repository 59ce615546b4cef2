import { createRequire } from 'node:module';
import type * as opentelemetry from '@opentelemetry/api';
import { AntiphonError } from '../core/errors.ts';

/** The package @opentelemetry/api. */
export type OpenTelemetryApi = typeof opentelemetry;

/**
 * Loads the application's own copy of @opentelemetry/api, since another copy would not see its tracer provider.
 *
 * @throws AntiphonError `usage_invalid` if it is not installed
 */
export function loadApi(require: (name: string) => unknown = createRequire(import.meta.url)): OpenTelemetryApi {
  try {
    return require('@opentelemetry/api') as OpenTelemetryApi;
  } catch (cause) {
    const message = 'createTelemetry needs the package @opentelemetry/api: npm install @opentelemetry/api@^1.9';
    throw new AntiphonError('usage_invalid', message, { cause });
  }
}
