export type { Redact } from '../record/redact.ts';
export type { SessionTelemetry } from '../session/telemetry.ts';
export { createTelemetry } from './createTelemetry.ts';
export type { TelemetryOptions } from './createTelemetry.ts';
