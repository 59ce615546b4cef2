import { Subject } from 'rxjs';
import { durationMs } from '../../../core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { assertThat, assertEqual } from '../contract.ts';
import { collectUtterance, type CollectedUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

/** Words that last a moment, the last one, too. */
const TEXT = 'I am in a bar of a town, so do as do I. ';
/** How far a mark may be ahead of its audio, in ms: providers round their times. */
const ROUNDING_MS = 1;

/** The requirement of a TTS that times words while its text goes on. A TTS that times none passes. */
export const timingRequirement: TtsRequirement = {
  name: 'where words are timed, each is, however short, and marks come behind their audio',
  check: async ({ subject: { tts } }) => {
    const { events, words } = await spokenOpenly(tts);
    if (words.length === 0) return;
    assertEqual('the words without a time', untimed(words), []);
    for (const { chars, audioMs } of marksOf(events)) {
      const last = words.findLast(({ to }) => to <= chars);
      assertThat(`the audio of the first ${chars} characters before their mark`, isIn(last, audioMs), {
        last,
        audioMs,
      });
    }
  },
};

/** Speaks the text, which completes when all of it is marked. */
async function spokenOpenly(tts: TextToSpeech): Promise<CollectedUtterance> {
  const text = new Subject<string>();
  const all = collectUtterance(tts.synthesize(text), (event) => {
    if (event.kind === 'mark' && event.chars === TEXT.length) text.complete();
  });
  const pieces = tts.accepts === 'tokens' ? (TEXT.match(/\S+\s*/gu) ?? []) : [TEXT];
  for (const piece of pieces) text.next(piece);
  return all;
}

/** Finds the words of the text that no timing covers; one timing may cover several words. */
function untimed(timed: readonly WordTiming[]): readonly string[] {
  const isTimed = (at: number, length: number): boolean =>
    timed.some(({ from, to }) => from <= at && at + length <= to);
  return [...TEXT.matchAll(/\w+/gu)].flatMap(({ 0: word, index }) => (isTimed(index, word.length) ? [] : [word]));
}

/** Each mark, with the audio before it in ms. */
function marksOf(events: readonly TtsEvent[]): readonly { readonly chars: number; readonly audioMs: number }[] {
  let audioMs = 0;
  return events.flatMap((event) => {
    if (event.kind === 'audio') audioMs += durationMs(event.frame);
    return event.kind === 'mark' ? [{ chars: event.chars, audioMs }] : [];
  });
}

function isIn(word: WordTiming | undefined, audioMs: number): boolean {
  return word === undefined || word.endMs <= audioMs + ROUNDING_MS;
}
