import type { ChunkUsage } from '../../core/chunk.ts';
import { mapNames } from '../../core/names.ts';
import { METRIC_PARTS, type Metric, type MetricPart, type PreemptiveMetric } from '../../core/metric.ts';

/** A stretch of scheduler time, divided into spans without gaps. */
export interface Wait {
  readonly startAt: number;
  readonly spans: readonly { readonly part: MetricPart; readonly untilAt: number }[];
}

export interface MeasuredWait {
  readonly turn: number;
  readonly wait: Wait;
  readonly state: 'waiting' | 'heard' | 'unheard';
  /** The usage that each round of each reply has reported. */
  readonly usage: ReadonlyMap<string, ChunkUsage>;
  /** Null: nothing was asked for ahead. */
  readonly preemptive: PreemptiveMetric | null;
}

/** Adds the time since the last span as time spent on `part`. */
export function addSpan({ startAt, spans }: Wait, part: MetricPart, untilAt: number): Wait {
  return { startAt, spans: [...spans, { part, untilAt }] };
}

/** Creates the metric, in whole ms. The ends of the spans are rounded, not their lengths, so that the sum stays right. */
export function createMetric({ turn, wait, state, usage, preemptive }: MeasuredWait): Metric {
  const parts = mapNames(METRIC_PARTS, () => 0);
  let totalMs = 0;
  for (const { part, untilAt } of wait.spans) {
    const endMs = Math.round(untilAt - wait.startAt);
    parts[part] += endMs - totalMs;
    totalMs = endMs;
  }
  return {
    turn,
    heard: state === 'heard',
    totalMs,
    parts,
    usage: usage.size === 0 ? null : [...usage.values()].reduce(add),
    ...(preemptive !== null && { preemptive }),
  };
}

function add(one: ChunkUsage, other: ChunkUsage): ChunkUsage {
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}
