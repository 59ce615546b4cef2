import { METRIC_PARTS, type MetricPart } from '../../../core/metric.ts';
import type { ServerMessage } from '../../../core/protocol.ts';

/** The metric parts that are a provider's time to first byte, with their names in RTVI. */
const TTFB: readonly (readonly [MetricPart, string])[] = [
  ['stt', 'stt'],
  ['handler', 'llm'],
  ['tts', 'tts'],
];

interface Value {
  readonly processor: string;
  /** In seconds. */
  readonly value: number;
}

/** The user's wait for an answer, as RTVI metrics. */
interface MetricsData {
  readonly ttfb: readonly Value[];
  /** Every part of the wait, and the total as `turn`. */
  readonly processing: readonly Value[];
}

export function toMetricsData({
  total_ms,
  parts_ms,
}: Extract<ServerMessage, { readonly type: 'metrics' }>): MetricsData {
  const parts = METRIC_PARTS.map((part): Value => ({ processor: part, value: parts_ms[part] / 1000 }));
  return {
    ttfb: TTFB.map(([part, processor]) => ({ processor, value: parts_ms[part] / 1000 })),
    processing: [...parts, { processor: 'turn', value: total_ms / 1000 }],
  };
}
