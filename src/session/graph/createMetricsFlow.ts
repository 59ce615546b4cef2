import { merge } from 'rxjs';
import { measure } from '../metrics/measure.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import { timestamped } from '../metrics/timestamped.ts';
import { splice } from '../splices.ts';
import { createFlow, type Flow } from './createFlow.ts';
import { decisionsOf, type GraphSubjects } from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';

/** Creates the flow of the metrics. Connect it before the floor, so that it gets an event before its consequences. */
export function createMetricsFlow(
  { splices = {}, scheduler, minEndpointingDelayMs = 500 }: WireOptions,
  subjects: GraphSubjects,
): Flow {
  const { inbox, progress, edges, errors } = subjects;
  const commits = decisionsOf(subjects, 'commit');
  const metrics = merge<MetricEvent[]>(inbox.events, progress, commits, decisionsOf(subjects, 'end_reply')).pipe(
    timestamped({ audio: edges.audioIn, scheduler }),
    measure({ minEndpointingDelayMs }),
    splice('metrics', splices, (error) => errors.next(error)),
  );
  return createFlow(metrics, (metric) => edges.metrics.next(metric));
}
