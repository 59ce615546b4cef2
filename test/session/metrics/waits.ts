import { delay, delayWhen, identity, timer } from 'rxjs';
import { METRIC_PARTS, type Metric } from '../../../src/core/metric.ts';
import { playSession, type PlayedSessionOptions } from '../../support/playSession.ts';
import type { TestSession, UserAction } from '../../support/testSession.ts';
import { does, says } from '../../support/userActions.ts';

export interface Waited extends TestSession {
  readonly metrics: readonly Metric[];
  /** When each of them came. */
  readonly cameAt: readonly number[];
}

/** The greeting, over at 180 ms, shows the session that its client reports what it plays. */
export const GREETED: PlayedSessionOptions = { config: { first_message: 'Hi.' } };

/** On a grid of 32 ms: the last voiced sample is at 1600 ms, the segment ends at 2176, its final comes at 2226. */
export const ASKED: UserAction = says(960, 'tell me');
export const LAST_VOICED = 1600;

/** A VAD whose events come so many ms late. */
export function lagging(ms: number): NonNullable<PlayedSessionOptions['options']> {
  return {
    stages: {
      vad:
        ({ scheduler }, standard) =>
        (frames) =>
          frames.pipe(standard(), ms > 0 ? delay(ms, scheduler) : identity),
    },
  };
}

/** A VAD that is still loading, and then emits at once what it has missed. */
export function deafUntil(atMs: number): NonNullable<PlayedSessionOptions['options']> {
  return {
    stages: {
      vad:
        ({ scheduler }, standard) =>
        (frames) =>
          frames.pipe(
            standard(),
            delayWhen(() => timer(Math.max(0, atMs - scheduler.now()), scheduler)),
          ),
    },
  };
}

/** Plays a conversation and takes down its metrics. */
export async function waits({ user = [ASKED], ...piece }: PlayedSessionOptions): Promise<Waited> {
  const metrics: Metric[] = [];
  const cameAt: number[] = [];
  const listen = does(0, ({ session, clock }) => {
    session.edges.metrics.subscribe((metric) => {
      metrics.push(metric);
      cameAt.push(clock.now());
    });
  });
  const config = { ...GREETED.config, ...piece.config };
  return { ...(await playSession({ ...piece, config, user: [listen, ...user] })), metrics, cameAt };
}

/** The records as a reader would want them: the parts that took time, and whether it was in vain. */
export function writeMetrics(metrics: readonly Metric[]): readonly string[] {
  return metrics.map(({ parts, heard, totalMs }) => {
    const took = METRIC_PARTS.filter((part) => parts[part] > 0).map((part) => `${part} ${parts[part]}`);
    return `${heard ? '' : 'in vain '}${totalMs}: ${took.join(', ')}`;
  });
}

export function sumOf({ parts }: Metric): number {
  return METRIC_PARTS.reduce((sum, part) => sum + parts[part], 0);
}
