import { merge, type Observable } from 'rxjs';
import { measure } from '../metrics/measure.ts';
import type { InsertedSplices } from '../splices/createSplices.ts';
import type { UsageMeter } from '../usage/usageMeter.ts';
import { createFlow, type Flow } from './createFlow.ts';
import type { GraphSubjects } from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';

/**
 * Creates the flow of the metrics and the usage. Connect it before the floor, so that it gets an event before its
 * consequences.
 */
export function createMetricsFlow(
  { scheduler, minEndpointingDelayMs = 500, updates }: WireOptions,
  subjects: GraphSubjects,
  usage: UsageMeter,
  spliced: InsertedSplices,
): Flow {
  const { edges } = subjects;
  const delayMs = (): number => updates?.minEndpointingDelayMs() ?? minEndpointingDelayMs;
  const events = metricEventsOf(subjects);
  const metrics = measure({ events, audio: edges.audioIn, scheduler, usage, minEndpointingDelayMs: delayMs }).pipe(
    spliced.at('metrics'),
  );
  return createFlow(metrics, (metric) => edges.metrics.next(metric));
}

/**
 * Returns the sources of metrics. If you subscribe to all before the floor does, an event comes before its
 * consequences.
 */
function metricEventsOf({ inbox, decisions, progress }: GraphSubjects): readonly Observable<MetricEvent>[] {
  return [inbox.events, progress, decisions.of('commit'), decisions.of('end_reply')];
}

/** Selects the signals for traces, in the order of the metrics. */
export function selectMetricEvents(subjects: GraphSubjects): Observable<MetricEvent> {
  return merge<MetricEvent[]>(...metricEventsOf(subjects));
}
