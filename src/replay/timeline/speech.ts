import { groupBy } from '../../core/groupBy.ts';
import type { Mark } from '../../draw/model.ts';
import type { Outgoing } from '../../record/format.ts';
import { ofKind, type TimedValue } from '../lines.ts';
import { incoming, outgoing, type Trace } from './lines.ts';

/** The texts of an utterance as sent to TTS, and the end of its synthesis. */
export interface UtteranceTexts {
  readonly texts: readonly Mark[];
  readonly text: string;
  /** Number of characters at its start that repeat text heard before. */
  readonly repeatedChars: number;
  readonly endedMs: number | null;
}

export function textsOf(trace: Trace, utterance: string): UtteranceTexts {
  const speech = speechOf(trace, utterance);
  const texts = ofKind(speech, 'text').map(({ t, v }) => ({ atMs: t, text: v.text }));
  return {
    texts,
    text: texts.map(({ text }) => text).join(''),
    repeatedChars: ofKind(speech, 'started')[0]?.v.repeatedChars ?? 0,
    endedMs: ofKind(speech, 'ended')[0]?.t ?? null,
  };
}

type Speech = readonly TimedValue<Outgoing['speech']>[];

const byUtterance = new WeakMap<Trace, ReadonlyMap<string, Speech>>();

/** Returns the speech of an utterance. Groups it once, since a long session has thousands of utterances. */
export function speechOf(trace: Trace, utterance: string): Speech {
  const known = byUtterance.get(trace) ?? groupBy(outgoing(trace, 'speech'), ({ v }) => v.utterance);
  byUtterance.set(trace, known);
  return known.get(utterance) ?? [];
}

export interface AudioPiece {
  readonly utterance: string;
  readonly atMs: number;
  readonly lengthMs: number;
}

const audioByUtterance = new WeakMap<Trace, ReadonlyMap<string, readonly AudioPiece[]>>();

/** Returns the audio of an utterance. */
export function audioOf(trace: Trace, utterance: string): readonly AudioPiece[] {
  const known = audioByUtterance.get(trace) ?? groupBy(readAudio(trace), (piece) => piece.utterance);
  audioByUtterance.set(trace, known);
  return known.get(utterance) ?? [];
}

/** Reads the audio from TTS. It belongs to the utterance that began last. */
function readAudio(trace: Trace): readonly AudioPiece[] {
  const started = ofKind(outgoing(trace, 'speech'), 'started');
  const owners = new Map<string, string>();
  return incoming(trace, 'tts').flatMap(({ t, v, stream }) => {
    const utterance = owners.get(stream) ?? started.findLast((speech) => speech.t <= t)?.v.utterance;
    if (utterance === undefined || v.kind !== 'audio') return [];
    owners.set(stream, utterance);
    return [{ utterance, atMs: t, lengthMs: (v.samples / v.rate) * 1000 }];
  });
}
