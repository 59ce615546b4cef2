import { METRIC_PARTS, type Metric } from '../../src/core/metric.ts';

/** A wait that was made of these parts, in ms, and of no other. */
export function waited(parts: Partial<Metric['parts']>): Metric['parts'] {
  return Object.fromEntries(METRIC_PARTS.map((part) => [part, parts[part] ?? 0])) as Metric['parts'];
}
