import { defer, map, using, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import { createArrivalTimes } from './arrivalTimes.ts';
import type { TimedEvent, MetricEvent } from './metricEvent.ts';

export interface TimestampedOptions {
  /** The input of the VAD. A frame must be emitted here before the VAD gets it. */
  readonly audio: Observable<AudioFrame>;
  readonly scheduler: SchedulerLike;
}

/** Adds the time to each event, and to VAD events also the arrival time of their audio. */
export function timestamped({ audio, scheduler }: TimestampedOptions): OperatorFunction<MetricEvent, TimedEvent> {
  return (events) =>
    defer(() => {
      const arrivals = createArrivalTimes();
      const stamp = (event: MetricEvent): TimedEvent => {
        const now = scheduler.now();
        return { event, now, arrivedAt: 'atMs' in event ? (arrivals.at(event.atMs) ?? now) : now };
      };
      return using(
        () => audio.subscribe((frame) => arrivals.push(frame, scheduler.now())),
        () => events.pipe(map(stamp)),
      );
    });
}
