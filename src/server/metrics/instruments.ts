import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The metrics of a server that are updated by events. Other values are read at scrape time: see `Sample`. */
export interface Instruments {
  readonly starts: Counter<'result'>;
  readonly ends: Counter<'reason'>;
  readonly wait: Histogram<'heard'>;
  readonly part: Histogram<'part'>;
  readonly firstByte: Histogram<'kind' | 'provider'>;
  readonly failures: Counter<'provider' | 'code'>;
  readonly recordingFailures: Counter;
  readonly interruptions: Counter;
  readonly handlerLag: Histogram;
  readonly checkpoints: Counter<'result'>;
  readonly takeOvers: Counter<'result'>;
  readonly functionSilence: Counter;
  readonly preemptiveGain: Counter<'part'>;
  readonly preemptiveAnswers: Counter;
  readonly preemptiveCharacters: Counter<'part'>;
  readonly preemptiveTokens: Counter<'kind'>;
}

/** In seconds. A turn of 0.8 s is good, one of 3 s is not. */
const WAITS = [0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10];
const PARTS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6];
const LAGS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];

/** Creates the event-driven metrics in `registry`. */
export function createInstruments(registry: Registry): Instruments {
  const registers = [registry];
  return {
    ...createClusterInstruments(registry),
    ...createRecordingInstruments(registry),
    ...createFunctionInstruments(registry),
    ...createPreemptiveInstruments(registry),
    starts: new Counter({
      name: 'antiphon_session_starts_total',
      help: 'Requests to start a session, by result: started, the code of the problem, refused_by_app, or passed_on to another node.',
      labelNames: ['result'],
      registers,
    }),
    ends: new Counter({
      name: 'antiphon_session_ends_total',
      help: 'Sessions that have ended, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    wait: new Histogram({
      name: 'antiphon_turn_wait_seconds',
      help: 'How long users waited for answers, from their last voiced sample; heard: whether they heard any of the answer.',
      labelNames: ['heard'],
      buckets: WAITS,
      registers,
    }),
    part: new Histogram({
      name: 'antiphon_turn_part_seconds',
      help: 'The parts of the wait, for answers that users heard.',
      labelNames: ['part'],
      buckets: PARTS,
      registers,
    }),
    firstByte: new Histogram({
      name: 'antiphon_provider_first_byte_seconds',
      help: 'How long providers took to answer, by kind: stt, llm or tts.',
      labelNames: ['kind', 'provider'],
      buckets: PARTS,
      registers,
    }),
    failures: new Counter({
      name: 'antiphon_failures_total',
      help: 'Failures in sessions, by failed provider and code.',
      labelNames: ['provider', 'code'],
      registers,
    }),
    interruptions: new Counter({
      name: 'antiphon_interruptions_total',
      help: 'Replies that users interrupted.',
      registers,
    }),
    handlerLag: new Histogram({
      name: 'antiphon_handler_lag_seconds',
      help: 'Time from an event of a session until the handlers of its agent can be called.',
      buckets: LAGS,
      registers,
    }),
  };
}

/** Creates the metrics of functions. */
function createFunctionInstruments(registry: Registry): Pick<Instruments, 'functionSilence'> {
  const registers = [registry];
  return {
    functionSilence: new Counter({
      name: 'antiphon_function_silence_seconds_total',
      help: 'Time in which functions ran and neither side was audible.',
      registers,
    }),
  };
}

/** Creates the metrics of answers that are requested before the commit. `part` is llm or tts. */
function createPreemptiveInstruments(
  registry: Registry,
): Pick<Instruments, 'preemptiveGain' | 'preemptiveAnswers' | 'preemptiveCharacters' | 'preemptiveTokens'> {
  const registers = [registry];
  return {
    preemptiveGain: new Counter({
      name: 'antiphon_preemptive_gained_seconds_total',
      help: 'Time saved by requesting answers before the commit, by part: llm or tts.',
      labelNames: ['part'],
      registers,
    }),
    preemptiveAnswers: new Counter({
      name: 'antiphon_preemptive_discarded_answers_total',
      help: 'Answers requested before the commit and not used.',
      registers,
    }),
    preemptiveCharacters: new Counter({
      name: 'antiphon_preemptive_discarded_characters_total',
      help: 'Characters received for those answers, by part: llm, or tts for characters sent to a voice.',
      labelNames: ['part'],
      registers,
    }),
    preemptiveTokens: new Counter({
      name: 'antiphon_preemptive_discarded_tokens_total',
      help: 'Tokens that those answers reported, by kind: prompt or completion.',
      labelNames: ['kind'],
      registers,
    }),
  };
}

/** Creates the metrics of recordings. */
function createRecordingInstruments(registry: Registry): Pick<Instruments, 'recordingFailures'> {
  const registers = [registry];
  return {
    recordingFailures: new Counter({
      name: 'antiphon_recording_failures_total',
      help: 'Sessions whose recording has gaps or could not be written.',
      registers,
    }),
  };
}

/** Creates the metrics of a node in a cluster. */
function createClusterInstruments(registry: Registry): Pick<Instruments, 'checkpoints' | 'takeOvers'> {
  const registers = [registry];
  return {
    checkpoints: new Counter({
      name: 'antiphon_checkpoints_total',
      help: 'Checkpoint writes, by result: written, failed, or superseded by another node.',
      labelNames: ['result'],
      registers,
    }),
    takeOvers: new Counter({
      name: 'antiphon_session_takeovers_total',
      help: 'Sessions of nodes that have died, by result: resumed here, elsewhere, or failed.',
      labelNames: ['result'],
      registers,
    }),
  };
}

/** A value of a metric that is read at scrape time. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

export interface SampledOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly read: () => readonly Sample<Label>[];
}

/** Registers a gauge that is read at scrape time. */
export function sampleGauge<Label extends string>(registry: Registry, options: SampledOptions<Label>): void {
  const { name, help, labelNames, read } = options;
  const gauge: Gauge<Label> = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: () => read().forEach(({ labels, value }) => gauge.set(labels, value)),
  });
}

/** Registers a counter that is read at scrape time. */
export function sampleCounter<Label extends string>(registry: Registry, options: SampledOptions<Label>): void {
  const { name, help, labelNames, read } = options;
  const counter: Counter<Label> = new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const { labels, value } of read()) counter.inc(labels, value);
    },
  });
}
