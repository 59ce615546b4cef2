import type { Metric } from '../../core/metric.ts';
import { mapTimed } from '../metrics/mapTimed.ts';
import { Measurement } from '../metrics/measure.ts';
import type { TimedEvent } from '../metrics/metricEvent.ts';
import { splice } from '../splices.ts';
import type { UsageMeter } from '../usage/createUsageMeter.ts';
import { createFlow, type Flow } from './createFlow.ts';
import { selectMetricEvents } from './metricEvents.ts';
import type { GraphSubjects } from './subjects.ts';
import type { WireOptions } from './wireOptions.ts';

/** Creates the flow of the metrics and the usage. Connect it before the floor, so that it gets an event before its consequences. */
export function createMetricsFlow(
  { splices = {}, scheduler, minEndpointingDelayMs = 500, updates }: WireOptions,
  subjects: GraphSubjects,
  usage: UsageMeter,
): Flow {
  const { edges, errors } = subjects;
  const measurement = new Measurement({
    get minEndpointingDelayMs() {
      return updates?.minEndpointingDelayMs() ?? minEndpointingDelayMs;
    },
  });
  const project = (timed: TimedEvent): readonly Metric[] => {
    usage.add(timed);
    return measurement.add(timed);
  };
  const metrics = selectMetricEvents(subjects).pipe(
    mapTimed({ audio: edges.audioIn, scheduler, project }),
    splice('metrics', splices, (error) => errors.next(error)),
  );
  return createFlow(metrics, (metric) => edges.metrics.next(metric));
}
