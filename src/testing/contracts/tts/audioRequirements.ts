import { from } from 'rxjs';
import { durationMs } from '../../../core/audio.ts';
import type { TtsEvent } from '../../../core/ports.ts';
import { assertEqual, assertThat } from '../assertions.ts';
import { collectOpenText, collectUtterance, type CollectedUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';
import type { WordTiming } from '../../../core/turn.ts';

const SENTENCES = ['Your table is booked. ', 'It is for two people, at seven. ', 'See you soon!'];
const TEXT = SENTENCES.join('');
/**
 * The most audio allowed after the mark of the last word, in ms, because some servers place the mark at the time of
 * that word.
 */
const TAIL_MS = 300;

/** The requirements for the audio of one text, without a server fault. */
export const audioRequirements: readonly TtsRequirement[] = [
  {
    name: 'text becomes audio at the declared rate',
    check: async ({ tts }) => {
      const collected = await collectUtterance(tts.synthesize(from(SENTENCES)));
      const rates = new Set(collected.frames.map(({ sampleRate }) => sampleRate));
      assertEqual('the rates of the frames', [...rates], [tts.sampleRate]);
      const lengths = collected.frames.map(({ samples }) => samples.length);
      assertThat('no empty frame', !lengths.includes(0), lengths);
      assertSound(collected);
    },
  },
  {
    name: 'marks increase, each after some audio, up to the end of the text',
    check: async ({ tts }) => {
      const { events, marks } = await collectUtterance(tts.synthesize(from(SENTENCES)));
      const sorted = marks.toSorted((a, b) => a - b);
      assertEqual('the marks', marks, sorted);
      assertEqual('the last mark', marks.at(-1), TEXT.length);
      const kinds = events.map(({ kind }) => kind);
      assertThat('audio before the first mark', kinds.slice(0, kinds.indexOf('mark')).includes('audio'), kinds);
      const end = events.findIndex((event) => event.kind === 'mark' && event.chars === TEXT.length);
      const tailMs = audioMs(events.slice(end));
      assertThat(`at most ${TAIL_MS} ms of audio behind the mark of the end`, tailMs <= TAIL_MS, tailMs);
    },
  },
  {
    name: 'timed words are whole words of the text, in order, inside the audio',
    check: async ({ tts }) => assertTimings(TEXT, await collectUtterance(tts.synthesize(from(SENTENCES)))),
  },
  pausing('it speaks the text so far, and continues until the text completes', 'Your table is booked. '),
  pausing('text that does not end in a word is marked to its end, and speech continues', 'It costs 20 € 😊 '),
  {
    name: 'text with any characters is spoken to its end',
    check: async ({ tts }) => {
      const pieces = ['Tom & "Jerry" said: <it\'s 5 > 3> 🎉 now\u0000\u0007. ', 'Really? '];
      const collected = await collectUtterance(tts.synthesize(from(pieces)));
      assertSound(collected);
      assertEqual('the last mark', collected.marks.at(-1), pieces.join('').length);
      assertTimings(pieces.join(''), collected);
    },
  },
  silent('without text, it completes without audio', []),
  silent('empty text produces no audio', ['']),
  silent('white space alone produces no audio', [' \n']),
];

/** Creates a requirement for a text that completes only when all of `piece` is marked. */
function pausing(name: string, piece: string): TtsRequirement {
  return {
    name,
    check: async ({ tts }) => {
      const { marks } = await collectOpenText(tts, [piece]);
      assertEqual('the last mark', marks.at(-1), piece.length);
    },
  };
}

function silent(name: string, pieces: readonly string[]): TtsRequirement {
  return {
    name,
    check: async ({ tts }) =>
      assertEqual('the audio', (await collectUtterance(tts.synthesize(from(pieces)))).frames, []),
  };
}

/** Fails unless at least one sample is louder than noise. */
function assertSound({ samples }: CollectedUtterance): void {
  const isSound = samples.some((sample) => Math.abs(sample) > 1000);
  assertThat('a sound', isSound, samples);
}

/** Fails unless the timed words are whole words of the text, in order, inside the audio. */
function assertTimings(text: string, { words, durationMs }: CollectedUtterance): void {
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

/** Sums the length of the audio among `events`, in ms. */
function audioMs(events: readonly TtsEvent[]): number {
  return events.reduce((ms, event) => ms + (event.kind === 'audio' ? durationMs(event.frame) : 0), 0);
}
