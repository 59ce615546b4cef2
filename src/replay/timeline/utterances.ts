import { groupBy } from '../../core/groupBy.ts';
import type { Utterance, Word } from '../../draw/model.ts';
import type { Head } from '../../record/format.ts';
import { ofKind } from '../lines.ts';
import { outgoing, type Trace } from './lines.ts';
import { audioOf, speechOf, textsOf } from './speech.ts';

/** Returns the utterances as played, and how much of their audio was not heard. */
export function utterancesOf(head: Head, trace: Trace): readonly Utterance[] {
  const playout = outgoing(trace, 'playout');
  const usualRate = head.io.outputSampleRate ?? head.ports.tts.sampleRate;
  const commands = outgoing(trace, 'command');
  const cleared = new Set(ofKind(commands, 'clear').map(({ v }) => v.utterance));
  const starts = groupBy(ofKind(commands, 'start'), ({ v }) => v.utterance);
  const stops = groupBy(ofKind(playout, 'stopped'), ({ v }) => v.utterance);
  return ofKind(playout, 'started').map(({ t, v: { utterance, lateMs = 0 } }) => {
    const fromMs = t - lateMs;
    const [stopped] = stops.get(utterance) ?? [];
    const { text, repeatedChars } = textsOf(trace, utterance);
    const heard = heardOf(text, repeatedChars, stopped?.v.heard);
    const own = audioOf(trace, utterance);
    const audioMs = own.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
    const [start] = starts.get(utterance) ?? [];
    const playedMs = stopped === undefined ? Infinity : (stopped.v.samples / (start?.v.sampleRate ?? usualRate)) * 1000;
    const cut = cleared.has(utterance);
    return {
      utterance,
      fromMs,
      toMs: stopped?.t ?? null,
      cut,
      text,
      repeatedChars,
      heard,
      unheardMs: cut ? Math.max(0, audioMs - playedMs) : 0,
      words: heardWords(trace, utterance, text, heard ?? text, fromMs),
    };
  });
}

/** Returns the heard text from the utterance's beginning, including any repeated part. Null if it is unknown. */
function heardOf(text: string, repeatedChars: number, heard: string | undefined): string | null {
  if (heard === undefined || heard === '') return heard ?? null;
  return text.slice(0, repeatedChars) + heard;
}

/** Returns the words that were heard. The heard text is a prefix of the whole. */
function heardWords(trace: Trace, utterance: string, text: string, heard: string, fromMs: number): readonly Word[] {
  const timings = ofKind(speechOf(trace, utterance), 'words');
  return timings
    .flatMap(({ v }) => v.words)
    .filter(({ to }) => to <= heard.length)
    .map(({ from, to, startMs, endMs }) => ({
      text: text.slice(from, to),
      fromMs: fromMs + startMs,
      toMs: fromMs + endMs,
    }));
}
