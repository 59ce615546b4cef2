import {
  emptyTimeline,
  type FunctionSpan,
  type Reply,
  type Timeline,
  type Utterance,
  type Synthesis,
  type Window,
  type TranscriptSpan,
} from '../../../src/draw/model.ts';

/** A session of which 15 s have passed. */
export function timeline(changes: Partial<Timeline>): Timeline {
  return { ...emptyTimeline, nowMs: 15_000, ...changes };
}

/** 32 ms of voice, from 11 s on. */
export function window(changes: Partial<Window> = {}): Window {
  return { fromMs: 11_000, toMs: 11_032, probability: 0.9, ...changes };
}

/** From 11 to 12 s. */
export function call(changes: Partial<FunctionSpan> = {}): FunctionSpan {
  return { id: 'c1', name: 'time', fromMs: 11_000, toMs: 12_000, ...changes };
}

/** "hello", spoken from 11.0 to 11.4 s. */
export function words(changes: Partial<TranscriptSpan> = {}): TranscriptSpan {
  return { utterance: 's0', text: 'hello', final: true, fromMs: 11_000, toMs: 11_400, interims: [], ...changes };
}

/** Asked at 11 s, written from 12 to 14 s. */
export function reply(changes: Partial<Reply> = {}): Reply {
  return { turn: 1, fromMs: 11_000, toMs: 14_000, textAtMs: 12_000, chunks: [], reason: 'complete', ...changes };
}

/** Text from 11 s, audio from 11.5 s, all of it by 13 s. */
export function voice(changes: Partial<Synthesis> = {}): Synthesis {
  return {
    utterance: 'u1',
    fromMs: 11_000,
    toMs: 13_000,
    audioAtMs: 11_500,
    text: 'Well then.',
    repeatedChars: 0,
    ...changes,
  };
}

/** Heard from 11 to 13 s. */
export function utterance(changes: Partial<Utterance> = {}): Utterance {
  return {
    utterance: 'u1',
    fromMs: 11_000,
    toMs: 13_000,
    cut: false,
    text: 'Well then.',
    repeatedChars: 0,
    heard: 'Well then.',
    unheardMs: 0,
    words: [],
    ...changes,
  };
}
