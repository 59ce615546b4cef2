import { durationMs } from '../../../core/audio.ts';
import type { TtsEvent } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { assertEqual, assertThat } from '../assertions.ts';
import { collectOpenText } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

/** A text of very short words, including the last one. */
const TEXT = 'I am in a bar of a town, so do as do I. ';
/** The most that a mark may be ahead of its audio, in ms, because providers round times. */
const ROUNDING_MS = 1;

/** The requirement for a TTS that emits word timings while text is still arriving. A TTS without timings passes. */
export const timingRequirement: TtsRequirement = {
  name: 'if words are timed, even the shortest is, and marks follow their audio',
  check: async ({ tts }) => {
    const pieces = tts.accepts === 'tokens' ? (TEXT.match(/\S+\s*/gu) ?? []) : [TEXT];
    const { events, words } = await collectOpenText(tts, pieces);
    if (words.length === 0) return;
    assertEqual('the words without a time', findUntimed(words), []);
    for (const { chars, audioMs } of marksOf(events)) {
      const last = words.findLast(({ to }) => to <= chars);
      const isBehind = last === undefined || last.endMs <= audioMs + ROUNDING_MS;
      assertThat(`the audio of the first ${chars} characters before their mark`, isBehind, { last, audioMs });
    }
  },
};

/** Finds the words that no timing covers. One timing may cover several words. */
function findUntimed(timed: readonly WordTiming[]): readonly string[] {
  const isTimed = (at: number, length: number): boolean =>
    timed.some(({ from, to }) => from <= at && at + length <= to);
  return [...TEXT.matchAll(/\w+/gu)].flatMap(({ 0: word, index }) => (isTimed(index, word.length) ? [] : [word]));
}

/** Returns each mark with the length of the audio before it, in ms. */
function marksOf(events: readonly TtsEvent[]): readonly { readonly chars: number; readonly audioMs: number }[] {
  let audioMs = 0;
  return events.flatMap((event) => {
    if (event.kind === 'audio') audioMs += durationMs(event.frame);
    return event.kind === 'mark' ? [{ chars: event.chars, audioMs }] : [];
  });
}
