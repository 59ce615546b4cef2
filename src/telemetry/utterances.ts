import { msOfSamples } from '../core/audio.ts';
import type { PlayoutEvent } from '../core/playout.ts';
import { textSent } from '../core/spokenText.ts';
import type { SpeechEvent } from '../core/turn.ts';
import { describeOperation, describeProvider, nameSpan, type SpeechProvider } from './attributes.ts';
import type { OpenSpan, SpanStart } from './spans.ts';

/** The spans of the agent's speech: synthesis and playout. */
export interface Utterances {
  onSpeech(event: SpeechEvent, nowMs: number): void;
  onPlayout(event: PlayoutEvent, nowMs: number): void;
  /** Sets the provider that speaks the latest utterance. */
  serve(tts: SpeechProvider): void;
  /** Forgets the utterances of a completed turn. */
  drop(turn: number): void;
}

export interface UtterancesOptions {
  readonly tts: SpeechProvider;
  readonly kind: SpanStart['kind'];
  /** Returns the span of a turn. */
  readonly parentOf: (turn: number) => OpenSpan;
  /** Returns the type of the error that made synthesis of a turn fail. */
  readonly failureOf: (turn: number) => string;
}

interface Utterance {
  readonly turn: number;
  readonly name: string;
  chars: number;
  samples: number;
  sampleRate: number;
  synthesis?: { readonly span: OpenSpan; readonly sinceMs: number };
  playout?: OpenSpan;
}

const OPERATION = 'text_to_speech';

export function createUtterances(options: UtterancesOptions): Utterances {
  const { parentOf } = options;
  const known = new Map<string, Utterance>();
  return {
    onSpeech: (event, nowMs) => {
      if (event.kind === 'started') {
        const { turn, utterance: name } = event;
        known.set(name, { turn, name, chars: 0, samples: 0, sampleRate: 0 });
        return;
      }
      const utterance = known.get(event.utterance);
      if (utterance !== undefined) addSpeech(utterance, event, nowMs, options);
    },
    onPlayout: (event, nowMs) => {
      const utterance = known.get(event.utterance);
      if (utterance === undefined) return;
      if (event.kind === 'sent') utterance.playout ??= beginPlayout(utterance, parentOf(utterance.turn), nowMs);
      if (event.kind === 'started') utterance.playout?.event('audible', {}, nowMs - (event.lateMs ?? 0));
      if (event.kind === 'stopped') endPlayout(utterance, event, nowMs);
    },
    serve: (tts) => {
      const latest = [...known.values()].findLast(({ synthesis }) => synthesis !== undefined);
      latest?.synthesis?.span.set(describeProvider(tts));
    },
    drop: (turn) => {
      for (const [name, utterance] of known) if (utterance.turn === turn) known.delete(name);
    },
  };
}

function addSpeech(
  utterance: Utterance,
  event: SpeechEvent,
  nowMs: number,
  { tts, kind, parentOf, failureOf }: UtterancesOptions,
): void {
  switch (event.kind) {
    case 'text': {
      const attributes = {
        ...describeOperation(OPERATION, tts),
        'gen_ai.output.type': 'speech',
        'antiphon.utterance': utterance.name,
      };
      utterance.synthesis ??= {
        span: parentOf(utterance.turn).begin(nameSpan(OPERATION, tts.model), { kind, atMs: nowMs, attributes }),
        sinceMs: nowMs,
      };
      utterance.chars += textSent(event).length;
      return;
    }
    case 'audio': {
      const { synthesis, samples } = utterance;
      if (samples === 0) synthesis?.span.set({ 'antiphon.tts.first_audio_ms': Math.round(nowMs - synthesis.sinceMs) });
      utterance.samples += event.frame.samples.length;
      utterance.sampleRate = event.frame.sampleRate;
      return;
    }
    case 'ended': {
      const span = utterance.synthesis?.span;
      span?.set({
        'antiphon.tts.characters': utterance.chars,
        'antiphon.tts.audio_ms': toMs(utterance, utterance.samples),
        'antiphon.end_reason': event.reason,
      });
      if (event.reason === 'failed') span?.fail(failureOf(utterance.turn));
      span?.end(nowMs);
      return;
    }
    default:
  }
}

function beginPlayout({ name }: Utterance, parent: OpenSpan, atMs: number): OpenSpan {
  return parent.begin('playout', { atMs, attributes: { 'antiphon.utterance': name } });
}

function endPlayout(utterance: Utterance, event: Extract<PlayoutEvent, { kind: 'stopped' }>, nowMs: number): void {
  utterance.playout?.set({
    'antiphon.playout.played_ms': toMs(utterance, event.samples),
    'antiphon.playout.whole': event.whole,
  });
  utterance.playout?.end(nowMs);
}

function toMs({ sampleRate }: Utterance, samples: number): number {
  return sampleRate === 0 ? 0 : Math.round(msOfSamples(samples, sampleRate));
}
