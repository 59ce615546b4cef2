import { type Observable } from 'rxjs';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import type { GraphSubjects } from './subjects.ts';
import { merge } from '../../stream/merge.ts';

/** Selects what metrics and traces are made from. An event comes before its consequences to those who subscribe before the floor does. */
export function selectMetricEvents(subjects: GraphSubjects): Observable<MetricEvent> {
  const { inbox, decisions, progress } = subjects;
  return merge<MetricEvent[]>(inbox.events, progress, decisions.of('commit'), decisions.of('end_reply'));
}
