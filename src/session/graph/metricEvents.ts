import { type Observable } from 'rxjs';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import type { GraphSubjects } from './subjects.ts';
import { merge } from '../../stream/merge.ts';

/** Returns the sources of metrics. An event comes before its consequences to those who subscribe to all before the floor does. */
export function metricEventsOf({ inbox, decisions, progress }: GraphSubjects): readonly Observable<MetricEvent>[] {
  return [inbox.events, progress, decisions.of('commit'), decisions.of('end_reply')];
}

/** Selects what traces are made from, in the order of the metrics. */
export function selectMetricEvents(subjects: GraphSubjects): Observable<MetricEvent> {
  return merge<MetricEvent[]>(...metricEventsOf(subjects));
}
