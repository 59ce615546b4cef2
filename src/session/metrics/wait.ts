import type { ChunkUsage } from '../../core/chunk.ts';
import { METRIC_PARTS, type Metric, type MetricPart } from '../../core/metric.ts';

/** A stretch of time without a gap, in scheduler time: where it starts, and what it was spent on, in order. */
export interface Wait {
  readonly startAt: number;
  readonly spans: readonly Span[];
}

export interface Span {
  readonly part: MetricPart;
  readonly untilAt: number;
}

export interface MeasuredWait {
  readonly turn: number;
  readonly wait: Wait;
  readonly state: 'waiting' | 'heard' | 'unheard';
  /** Of each round that told. */
  readonly usage: ReadonlyMap<number, ChunkUsage>;
}

/** The wait goes on: the time since its last span was spent on `part`. */
export function addSpan(wait: Wait, part: MetricPart, untilAt: number): Wait {
  return { ...wait, spans: [...wait.spans, { part, untilAt }] };
}

/** In whole ms: the ends of the spans are rounded, not their lengths, so that the sum stays right. */
export function createMetric({ turn, wait, state, usage }: MeasuredWait): Metric {
  const ends = wait.spans.map(({ untilAt }) => Math.round(untilAt - wait.startAt));
  const lengths = wait.spans.map(({ part }, at) => ({ part, ms: (ends[at] ?? 0) - (ends[at - 1] ?? 0) }));
  const msOf = (name: MetricPart): number =>
    lengths.filter(({ part }) => part === name).reduce((sum, { ms }) => sum + ms, 0);
  return {
    turn,
    heard: state === 'heard',
    totalMs: ends.at(-1) ?? 0,
    parts: Object.fromEntries(METRIC_PARTS.map((part) => [part, msOf(part)])) as Record<MetricPart, number>,
    usage: usage.size === 0 ? null : [...usage.values()].reduce(add),
  };
}

function add(one: ChunkUsage, other: ChunkUsage): ChunkUsage {
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}
