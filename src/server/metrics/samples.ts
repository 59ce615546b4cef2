import type { Registry } from 'prom-client';
import { WASTE_REASONS } from '../../core/usage.ts';
import { listEngineWork, type EngineWork } from '../../wire/engine/engineWork.ts';
import type { LoopMonitor } from '../admission/loopMonitor.ts';
import { LIVE_STATES, type CallTotals } from './callTotals.ts';
import { sampleCounter, sampleGauge, type Sample } from './instruments.ts';
import { TOKEN_KINDS } from '../usage/usageTotals.ts';

export interface SampledSources {
  readonly loop: Pick<LoopMonitor, 'delayMs'>;
  readonly totals: CallTotals;
}

/** Registers the metrics that are read at scrape time, so that frames cost nothing. */
export function registerSamples(registry: Registry, { loop, totals }: SampledSources): void {
  sampleGauge(registry, {
    name: 'antiphon_sessions',
    help: 'Sessions that have not ended, by state.',
    labelNames: ['state'],
    read: () => {
      const counts = totals.countStates();
      return LIVE_STATES.map((state) => ({ labels: { state }, value: counts[state] }));
    },
  });
  sampleGauge(registry, {
    name: 'antiphon_buffered_bytes',
    help: 'Bytes that clients have not read yet.',
    labelNames: [],
    read: () => one(totals.bufferedBytes()),
  });
  sampleGauge(registry, {
    name: 'antiphon_event_loop_delay_seconds',
    help: 'Median delay of the event loop over the last second.',
    labelNames: [],
    read: () => one(loop.delayMs() / 1000),
  });
  sampleCounter(registry, {
    name: 'antiphon_dropped_frames_total',
    help: 'Audio frames that could not be sent to clients.',
    labelNames: [],
    read: () => one(totals.droppedFrames()),
  });
  registerUsage(registry, totals);
  registerEngineWork(registry);
}

/** The work of engines on this machine. Busy seconds by audio seconds are the real-time factor of a model. */
function registerEngineWork(registry: Registry): void {
  const read = (value: (work: EngineWork) => number): readonly Sample<'provider' | 'kind' | 'model'>[] =>
    listEngineWork().map((work) => {
      const { provider, kind, model } = work;
      return { labels: { provider, kind, model }, value: value(work) };
    });
  sampleCounter(registry, {
    name: 'antiphon_engine_audio_seconds_total',
    help: 'Audio that models on this machine recognised or spoke.',
    labelNames: ['provider', 'kind', 'model'],
    read: () => read(({ audioSeconds }) => audioSeconds),
  });
  sampleCounter(registry, {
    name: 'antiphon_engine_busy_seconds_total',
    help: 'Time that models on this machine took for their audio.',
    labelNames: ['provider', 'kind', 'model'],
    read: () => read(({ busySeconds }) => busySeconds),
  });
}

function registerUsage(registry: Registry, totals: CallTotals): void {
  sampleCounter(registry, {
    name: 'antiphon_stt_audio_seconds_total',
    help: 'Audio sent to recognisers, by provider.',
    labelNames: ['provider'],
    read: () => byProvider(totals.usage().seconds),
  });
  sampleCounter(registry, {
    name: 'antiphon_tts_sent_characters_total',
    help: 'Characters sent to TTS, by provider.',
    labelNames: ['provider'],
    read: () => byProvider(totals.usage().characters),
  });
  sampleCounter(registry, {
    name: 'antiphon_tts_heard_characters_total',
    help: 'Characters that users heard, by TTS provider.',
    labelNames: ['provider'],
    read: () => byProvider(totals.usage().heardCharacters),
  });
  sampleCounter(registry, {
    name: 'antiphon_llm_tokens_total',
    help: "Tokens that handlers' streams reported, by kind: prompt or completion.",
    labelNames: ['kind'],
    read: () => {
      const { tokens } = totals.usage();
      return TOKEN_KINDS.map((kind) => ({ labels: { kind }, value: tokens[kind] }));
    },
  });
  sampleCounter(registry, {
    name: 'antiphon_llm_wasted_tokens_total',
    help: 'Tokens, of both kinds, of replies that were not used in full, by reason.',
    labelNames: ['reason'],
    read: () => {
      const { wasted } = totals.usage();
      return WASTE_REASONS.map((reason) => ({ labels: { reason }, value: wasted[reason] }));
    },
  });
}

function one(value: number): readonly Sample<never>[] {
  return [{ labels: {}, value }];
}

function byProvider(sums: ReadonlyMap<string, number>): readonly Sample<'provider'>[] {
  return [...sums].map(([provider, value]) => ({ labels: { provider }, value }));
}
