import { Observable, type SchedulerLike, type Subscriber } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { Metric } from '../../core/metric.ts';
import { operate, type OperatorHandlers } from '../../stream/operate.ts';
import { ArrivalTimes } from './arrivalTimes.ts';
import { Measurement, type MeasurementOptions } from './measurement.ts';
import type { MetricEvent } from './metricEvent.ts';

export interface MeasureOptions extends Omit<MeasurementOptions, 'clock' | 'arrivals'> {
  /** The events to measure. Together, they bring each event before its consequences. */
  readonly events: readonly Observable<MetricEvent>[];
  /** The input of the VAD. A frame must be emitted here before the VAD receives it. */
  readonly audio: Observable<AudioFrame>;
  readonly scheduler: SchedulerLike;
}

/**
 * Measures events, and emits the metrics that they complete, until it is unsubscribed. Each window and frame of a
 * session passes through here, so the sources are subscribed to without an operator in between.
 */
export function measure({
  events,
  audio,
  scheduler,
  usage,
  minEndpointingDelayMs,
}: MeasureOptions): Observable<Metric> {
  return new Observable((subscriber) => {
    const arrivals = new ArrivalTimes();
    const measurement = new Measurement({ clock: scheduler, arrivals, usage, minEndpointingDelayMs });
    const push = (frame: AudioFrame): void => arrivals.push(frame, scheduler.now());
    operate(audio, subscriber, { next: push, complete: ignore });
    const emitter = new MetricEmitter(measurement, subscriber);
    for (const source of events) operate(source, subscriber, emitter);
  });
}

function ignore(): void {}

/**
 * An emitter of metrics in the order of the events: an event that comes while another is measured, or its metric
 * emitted, waits.
 */
class MetricEmitter implements OperatorHandlers<MetricEvent> {
  readonly #measurement: Measurement;
  readonly #subscriber: Subscriber<Metric>;
  readonly #waiting: MetricEvent[] = [];
  #isMeasuring = false;

  constructor(measurement: Measurement, subscriber: Subscriber<Metric>) {
    this.#measurement = measurement;
    this.#subscriber = subscriber;
  }

  next(event: MetricEvent): void {
    if (this.#isMeasuring) {
      this.#waiting.push(event);
      return;
    }
    this.#isMeasuring = true;
    let current: MetricEvent | undefined = event;
    do {
      const metric = this.#measurement.add(current);
      if (metric !== null) this.#subscriber.next(metric);
      current = this.#waiting.shift();
    } while (current !== undefined);
    this.#isMeasuring = false;
  }

  complete(): void {}
}
