import { defer, using, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import { mapArrays } from '../../stream/mapArrays.ts';
import { createArrivalTimes } from './arrivalTimes.ts';
import type { TimedEvent, MetricEvent } from './metricEvent.ts';

export interface MapTimedOptions<Out> {
  /** The input of the VAD. A frame must be emitted here before the VAD gets it. */
  readonly audio: Observable<AudioFrame>;
  readonly scheduler: SchedulerLike;
  /** Takes each event with its time, and VAD events also with the arrival time of their audio. What it returns is emitted. */
  readonly project: (timed: TimedEvent) => readonly Out[];
}

/** Adds the time to each event from which something is measured, and emits what `project` makes of it. */
export function mapTimed<Out>({ audio, scheduler, project }: MapTimedOptions<Out>): OperatorFunction<MetricEvent, Out> {
  return (events) =>
    defer(() => {
      const arrivals = createArrivalTimes();
      const addEvent = (event: MetricEvent): readonly Out[] => {
        if (UNMEASURED.has(event.kind)) return [];
        const now = scheduler.now();
        return project({ event, now, arrivedAt: 'atMs' in event ? (arrivals.at(event.atMs) ?? now) : now });
      };
      return using(
        () => audio.subscribe((frame) => arrivals.push(frame, scheduler.now())),
        () => events.pipe(mapArrays(addEvent)),
      );
    });
}

/** What follows from other events, and comes in every turn. */
const UNMEASURED: ReadonlySet<MetricEvent['kind']> = new Set(['interim', 'turn', 'commit_done', 'wake']);
