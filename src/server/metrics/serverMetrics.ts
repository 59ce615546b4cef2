import { Registry } from 'prom-client';
import { asapScheduler } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { Metric, PreemptiveMetric } from '../../core/metric.ts';
import { METRIC_PARTS } from '../../core/metric.ts';
import type { Session, SessionOptions } from '../../session/session.ts';
import type { LoopMonitor } from '../admission/loopMonitor.ts';
import type { WriteResult } from '../checkpoints/checkpointWriter.ts';
import type { TakeOverResult } from '../checkpoints/takeOver.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { createProviderLabel, labelOfCode, type ProviderLabel } from './labels.ts';
import { registerDirectorySamples, type DirectoryView } from './directorySamples.ts';
import { registerSamples } from './samples.ts';
import { createCallTotals, type MeasuredCall } from './callTotals.ts';

/**
 * The result of a request to start a session. `refused_by_app` means refused by a hook of the host app; `passed_on`
 * means that another node counts the request.
 */
export type StartResult = 'started' | 'refused_by_app' | 'passed_on' | ProblemCode;

/** The parts of a session that the metrics observe. None of them emits for each frame. */
export type MeasuredSession = Pick<Session, 'edges' | 'events$' | 'errors$' | 'firstBytes$'>;

/** The Prometheus metrics of one server. */
export interface ServerMetrics {
  readonly contentType: string;
  countStart(result: StartResult): void;
  /** Counts a write of a checkpoint. */
  countCheckpoint(result: WriteResult): void;
  /** Counts an attempt to take over the session of a node that has died. */
  countTakeOver(result: TakeOverResult): void;
  /** Counts a call from its start to its end. */
  follow(call: MeasuredCall): void;
  /** Measures a session until it ends. */
  watch(session: MeasuredSession): void;
  /** Returns the metrics in the text format of Prometheus. */
  read(): Promise<string>;
  /** Removes all metrics. */
  stop(): void;
}

export interface ServerMetricsOptions {
  readonly loop: Pick<LoopMonitor, 'delayMs'>;
  readonly ports?: SessionOptions['ports'];
  /** The node of a cluster. @default the server is not a node */
  readonly node?: DirectoryView | undefined;
}

/** Creates the metrics of one server, with a registry of its own. */
export function createServerMetrics({ loop, ports, node }: ServerMetricsOptions): ServerMetrics {
  const registry = new Registry();
  const labelOf = createProviderLabel(ports);
  const instruments = createInstruments(registry);
  const totals = createCallTotals(labelOf);
  registerSamples(registry, { loop, totals });
  if (node !== undefined) registerDirectorySamples(registry, node);
  return {
    contentType: registry.contentType,
    countStart: (result) => instruments.starts.inc({ result }),
    countCheckpoint: (result) => instruments.checkpoints.inc({ result }),
    countTakeOver: (result) => instruments.takeOvers.inc({ result }),
    follow: (call) => {
      totals.follow(call);
      void call.ended.then(() => {
        if (call.status.state === 'ended') instruments.ends.inc({ reason: call.status.reason });
      });
    },
    watch: (session) => watch(session, instruments, labelOf),
    read: () => registry.metrics(),
    stop: () => registry.clear(),
  };
}

function watch(session: MeasuredSession, instruments: Instruments, labelOf: ProviderLabel): void {
  session.edges.metrics.subscribe((metric) => observeTurn(metric, instruments));
  session.errors$.subscribe((error) => {
    if (error.code === 'recording_failed') instruments.recordingFailures.inc();
    countFailure(error, instruments, labelOf);
  });
  session.firstBytes$.subscribe(({ kind, provider, ms }) =>
    instruments.firstByte.observe({ kind, provider: labelOf(provider) }, ms / 1000),
  );
  session.events$.subscribe(({ name }) => {
    if (name === 'on_agent_interrupted') instruments.interruptions.inc();
    const at = performance.now();
    // Scheduled in the same way as the calls of event handlers.
    asapScheduler.schedule(() => instruments.handlerLag.observe((performance.now() - at) / 1000));
  });
}

function observeTurn({ heard, totalMs, parts, preemptive, functionSilenceMs }: Metric, instruments: Instruments): void {
  const { wait, part, functionSilence } = instruments;
  if (preemptive !== undefined) countPreemptive(preemptive, instruments);
  if (functionSilenceMs !== undefined) functionSilence.inc(functionSilenceMs / 1000);
  wait.observe({ heard: String(heard) }, totalMs / 1000);
  if (!heard) return;
  for (const name of METRIC_PARTS) part.observe({ part: name }, parts[name] / 1000);
}

function countPreemptive(
  { gainedMs, discarded, discardedCharacters, discardedTokens, tts }: PreemptiveMetric,
  instruments: Instruments,
): void {
  const { preemptiveGain, preemptiveAnswers, preemptiveCharacters, preemptiveTokens } = instruments;
  preemptiveGain.inc({ part: 'llm' }, gainedMs / 1000);
  preemptiveGain.inc({ part: 'tts' }, (tts?.gainedMs ?? 0) / 1000);
  preemptiveAnswers.inc(discarded);
  preemptiveCharacters.inc({ part: 'llm' }, discardedCharacters);
  preemptiveCharacters.inc({ part: 'tts' }, tts?.discardedCharacters ?? 0);
  preemptiveTokens.inc({ kind: 'prompt' }, discardedTokens?.prompt_tokens ?? 0);
  preemptiveTokens.inc({ kind: 'completion' }, discardedTokens?.completion_tokens ?? 0);
}

function countFailure({ code, details }: AntiphonError, { failures }: Instruments, labelOf: ProviderLabel): void {
  if (details.failure !== false) failures.inc({ provider: labelOf(details.provider), code: labelOfCode(code) });
}
