import { msOfSamples } from '../../core/audio.ts';
import type { AudioFrame } from '../../core/audio.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';
import { countCharacters } from './countCharacters.ts';
import { textSent } from '../../core/spokenText.ts';
import { initialTokens, updateTokens, type TokenState } from './tokenState.ts';

/** What a session has used so far. */
export interface UsageState {
  /** Audio sent to the recogniser. */
  readonly heard: AudioLength;
  /** Characters sent to TTS. */
  readonly sentCharacters: number;
  readonly heardCharacters: number;
  readonly tokens: TokenState;
}

/** A length of audio, exact as long as its rate does not change. */
interface AudioLength {
  readonly samples: number;
  readonly sampleRate: number;
  /** The length of audio of other rates before. */
  readonly otherMs: number;
}

export const initialUsage: UsageState = {
  heard: { samples: 0, sampleRate: 16_000, otherMs: 0 },
  sentCharacters: 0,
  heardCharacters: 0,
  tokens: initialTokens,
};

/** Applies an event. Frames of the agent's audio pass here, too: they return the same state. */
export function updateUsage(state: UsageState, event: MetricEvent): UsageState {
  switch (event.kind) {
    case 'started':
    case 'window':
      return addAudio(state, event.audio);
    case 'speech':
      return addSpeech(state, event.event);
    case 'unspoken':
      return addSent(state, event.text);
    case 'playout':
      return addPlayout(state, event.event);
    case 'called':
    case 'chunk':
    case 'usage':
    case 'discarded':
    case 'reply':
    case 'end_reply':
      return withTokens(state, updateTokens(state.tokens, event));
    default:
      return state;
  }
}

/** Returns the audio sent to the recogniser, in whole ms. */
export function countHeardMs({ heard: { samples, sampleRate, otherMs } }: UsageState): number {
  return Math.round(otherMs + msOfSamples(samples, sampleRate));
}

/** Every window of speech passes here: objects are written out, which is faster than spreading them. */
function addAudio(state: UsageState, audio: readonly AudioFrame[]): UsageState {
  if (audio.length === 0) return state;
  const { sentCharacters, heardCharacters, tokens } = state;
  let { heard } = state;
  for (const frame of audio) heard = addFrame(heard, frame);
  return { heard, sentCharacters, heardCharacters, tokens };
}

function addFrame(length: AudioLength, frame: AudioFrame): AudioLength {
  const { samples, sampleRate, otherMs } = length;
  const added = frame.samples.length;
  if (frame.sampleRate === sampleRate) return { samples: samples + added, sampleRate, otherMs };
  return { samples: added, sampleRate: frame.sampleRate, otherMs: otherMs + msOfSamples(samples, sampleRate) };
}

function addSpeech(state: UsageState, event: SpeechEvent): UsageState {
  return event.kind === 'text' ? addSent(state, textSent(event)) : state;
}

function addSent(state: UsageState, text: string): UsageState {
  return { ...state, sentCharacters: state.sentCharacters + countCharacters(text) };
}

function addPlayout(state: UsageState, event: PlayoutEvent): UsageState {
  if (event.kind !== 'stopped') return state;
  return { ...state, heardCharacters: state.heardCharacters + countCharacters(event.heard) };
}

function withTokens(state: UsageState, tokens: TokenState): UsageState {
  return tokens === state.tokens ? state : { ...state, tokens };
}
