import { defer, using, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { Metric } from '../../core/metric.ts';
import { mapArrays } from '../../stream/mapArrays.ts';
import { ArrivalTimes } from './arrivalTimes.ts';
import { Measurement, type MeasurementOptions } from './measurement.ts';
import type { MetricEvent } from './metricEvent.ts';

export interface MeasureOptions extends Omit<MeasurementOptions, 'clock' | 'arrivals'> {
  /** The input of the VAD. A frame must be emitted here before the VAD gets it. */
  readonly audio: Observable<AudioFrame>;
  readonly scheduler: SchedulerLike;
}

/** Measures events, and emits the metrics that they complete. */
export function measure({
  audio,
  scheduler,
  usage,
  minEndpointingDelayMs,
}: MeasureOptions): OperatorFunction<MetricEvent, Metric> {
  return (events) =>
    defer(() => {
      const arrivals = new ArrivalTimes();
      const measurement = new Measurement({ clock: scheduler, arrivals, usage, minEndpointingDelayMs });
      return using(
        () => audio.subscribe((frame) => arrivals.push(frame, scheduler.now())),
        () => events.pipe(mapArrays(measurement.add.bind(measurement))),
      );
    });
}
