import { METRIC_PARTS, type Metric, type MetricPart } from '../../core/metric.ts';

/** Percentiles of a wait, in ms: half of the waits are at most `p50`, 95 % at most `p95`. */
export interface WaitFigures {
  readonly p50: number;
  readonly p95: number;
}

/** The users' waits for heard answers, in total and in parts. */
export interface Waits {
  /** The number of answers. */
  readonly answers: number;
  readonly wait: WaitFigures;
  readonly parts: Readonly<Record<MetricPart, WaitFigures>>;
}

/** Summarises the waits for heard answers; null if none was heard. */
export function summarizeWaits(metrics: readonly Metric[]): Waits | null {
  const heard = metrics.filter((metric) => metric.heard);
  if (heard.length === 0) return null;
  const figures = (valueOf: (metric: Metric) => number): WaitFigures => {
    const sorted = heard.map(valueOf).toSorted((a, b) => a - b);
    return { p50: percentile(50, sorted), p95: percentile(95, sorted) };
  };
  const parts = METRIC_PARTS.map((part) => [part, figures((metric) => metric.parts[part])] as const);
  return {
    answers: heard.length,
    wait: figures(({ totalMs }) => totalMs),
    parts: Object.fromEntries(parts) as Record<MetricPart, WaitFigures>,
  };
}

/** Returns the smallest value that the given percentage of the values does not exceed. */
export function percentile(percent: number, sorted: readonly number[]): number {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}
