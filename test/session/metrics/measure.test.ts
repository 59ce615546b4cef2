import { Subject, type Subscription } from 'rxjs';
import { expect, it } from 'vitest';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { Metric } from '../../../src/core/metric.ts';
import { measure } from '../../../src/session/metrics/measure.ts';
import type { MetricEvent } from '../../../src/session/metrics/metricEvent.ts';
import { UsageMeter } from '../../../src/session/usage/usageMeter.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** The sources of a session whose metrics are followed. */
interface Measured {
  readonly commits: Subject<MetricEvent>;
  readonly replies: Subject<MetricEvent>;
  readonly audio: Subject<AudioFrame>;
  readonly following: Subscription;
}

function follow(onMetric: (metric: Metric, measured: Omit<Measured, 'following'>) => void): Measured {
  const scheduler = new VirtualClock();
  const measured = {
    commits: new Subject<MetricEvent>(),
    replies: new Subject<MetricEvent>(),
    audio: new Subject<AudioFrame>(),
  };
  const { commits, replies, audio } = measured;
  const usage = new UsageMeter({ stt: { name: 'stt' }, tts: { name: 'tts' } }, scheduler);
  const metrics = measure({ events: [commits, replies], audio, scheduler, usage, minEndpointingDelayMs: () => 500 });
  return { ...measured, following: metrics.subscribe((metric) => onMetric(metric, measured)) };
}

/** Begins the reply to a typed turn. It replaces the one before, which gets its metric. */
function answer(turn: number, { commits, replies }: Pick<Measured, 'commits' | 'replies'>): void {
  commits.next({ kind: 'commit', turn: { turn, text: 'tell me' }, from: { segments: [], typed: true } });
  replies.next({ kind: 'reply', event: { kind: 'started', turn } });
}

it('an event that comes while a metric is emitted is measured when everyone has got that', () => {
  const seen: string[] = [];
  const measured = follow(({ turn }, sources) => {
    seen.push(`begin ${turn}`);
    if (turn < 2) answer(turn + 2, sources);
    seen.push(`end ${turn}`);
  });
  answer(0, measured);
  answer(1, measured);
  expect(seen).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
});

it('nothing is measured when nobody follows the metrics any more', () => {
  const { commits, replies, audio, following } = follow(() => {});
  expect([commits, replies, audio].map(({ observed }) => observed)).toEqual([true, true, true]);
  following.unsubscribe();
  expect([commits, replies, audio].map(({ observed }) => observed)).toEqual([false, false, false]);
});
