import type { Attributes } from '@opentelemetry/api';
import type { ChunkUsage } from '../core/chunk.ts';
import type { AntiphonError } from '../core/errors.ts';
import { METRIC_PARTS, type Metric } from '../core/metric.ts';
import type { ProviderSettings } from '../session/config/config.ts';

/** Returns the model name in a provider's settings. For a fallback, returns the first provider's model. */
export function modelOf(settings: ProviderSettings['stt' | 'tts']): string | undefined {
  const { model, model_id } = firstOf(settings) as { readonly model?: unknown; readonly model_id?: unknown };
  const named = model ?? model_id;
  return typeof named === 'string' ? named : undefined;
}

/** Returns the settings of the provider that is asked first. */
export function firstOf(settings: ProviderSettings['stt' | 'tts']): { readonly provider: string } {
  if (settings === undefined) return { provider: 'none' };
  return ('members' in settings ? settings.members[0] : settings) ?? settings;
}

/** A configured or replaced speech provider. */
export interface SpeechProvider {
  readonly name: string;
  readonly model: string | undefined;
}

/** Creates the attributes of a speech operation. */
export function describeOperation(operation: string, { name, model }: SpeechProvider): Attributes {
  return {
    'gen_ai.operation.name': operation,
    ...describeProvider({ name, model }),
  };
}

export function describeProvider({ name, model }: SpeechProvider): Attributes {
  return { 'gen_ai.provider.name': name, ...(model === undefined ? {} : { 'gen_ai.request.model': model }) };
}

/** Creates a span's name from its operation and the operation's target. */
export function nameSpan(operation: string, target: string | undefined): string {
  return target === undefined ? operation : `${operation} ${target}`;
}

export function describeUsage({ prompt_tokens, completion_tokens }: ChunkUsage): Attributes {
  return { 'gen_ai.usage.input_tokens': prompt_tokens, 'gen_ai.usage.output_tokens': completion_tokens };
}

/** Creates the attributes of the user's wait for an answer. */
export function describeMetric({ heard, totalMs, parts, usage }: Metric): Attributes {
  return {
    'antiphon.latency.heard': heard,
    'antiphon.latency.total_ms': totalMs,
    ...Object.fromEntries(METRIC_PARTS.map((part) => [`antiphon.latency.${part}_ms`, parts[part]])),
    ...(usage === null ? {} : describeUsage(usage)),
  };
}

/** Creates the attributes of an error. Omits its message, which may quote the conversation. */
export function describeError({ code, details }: AntiphonError): Attributes {
  const { provider, status, path, phase } = details;
  const known = { provider, status, path, phase };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return {
    'exception.type': code,
    ...Object.fromEntries(given.map(([name, value]) => [`antiphon.error.${name}`, value])),
  };
}
