import type { WordTiming } from '../../../core/turn.ts';
import { assertThat } from '../assertions.ts';
import type { CollectedUtterance } from './collectUtterance.ts';

/** Fails unless the timed words are whole words of the text, in order, inside the audio. */
export function assertTimings(text: string, { words, durationMs }: CollectedUtterance): void {
  let before: WordTiming = { from: 0, to: 0, startMs: 0, endMs: 0 };
  for (const word of words) {
    assertThat('words in order', word.from >= before.to && word.startMs >= before.endMs, [before, word]);
    assertThat('words that last', word.to > word.from && word.endMs > word.startMs, word);
    const around = `${text[word.from - 1] ?? ''}|${text[word.to] ?? ''}`;
    const isWhole = /^[^\p{L}\p{N}]?\|[^\p{L}\p{N}]?$/u.test(around);
    assertThat('whole words', isWhole, [text.slice(word.from, word.to), around]);
    before = word;
  }
  assertThat(`words inside the ${text.length} characters`, before.to <= text.length, before);
  assertThat(`words inside the ${durationMs} ms of audio`, before.endMs <= durationMs, before);
}
