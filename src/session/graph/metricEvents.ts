import { merge, type Observable } from 'rxjs';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import type { GraphSubjects } from './subjects.ts';

/**
 * Returns the sources of metrics. If you subscribe to all before the floor does, an event comes before its
 * consequences.
 */
export function metricEventsOf({ inbox, decisions, progress }: GraphSubjects): readonly Observable<MetricEvent>[] {
  return [inbox.events, progress, decisions.of('commit'), decisions.of('end_reply')];
}

/** Selects the signals for traces, in the order of the metrics. */
export function selectMetricEvents(subjects: GraphSubjects): Observable<MetricEvent> {
  return merge<MetricEvent[]>(...metricEventsOf(subjects));
}
