import { measure } from '../metrics/measure.ts';
import { splice } from '../splices.ts';
import type { UsageMeter } from '../usage/usageMeter.ts';
import { createFlow, type Flow } from './createFlow.ts';
import { metricEventsOf } from './metricEvents.ts';
import type { GraphSubjects } from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';

/** Creates the flow of the metrics and the usage. Connect it before the floor, so that it gets an event before its consequences. */
export function createMetricsFlow(
  { splices = {}, scheduler, minEndpointingDelayMs = 500, updates }: WireOptions,
  subjects: GraphSubjects,
  usage: UsageMeter,
): Flow {
  const { edges, errors } = subjects;
  const delayMs = (): number => updates?.minEndpointingDelayMs() ?? minEndpointingDelayMs;
  const events = metricEventsOf(subjects);
  const metrics = measure({ events, audio: edges.audioIn, scheduler, usage, minEndpointingDelayMs: delayMs }).pipe(
    splice('metrics', splices, (error) => errors.next(error)),
  );
  return createFlow(metrics, (metric) => edges.metrics.next(metric));
}
