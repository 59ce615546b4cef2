import { concat, from, NEVER, of, Subject, throwError } from 'rxjs';
import { durationMs } from '../../../core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { withinTime, assertThat, assertEqual } from '../contract.ts';
import { cancelRequirements } from './cancelRequirements.ts';
import { timingRequirement } from './timingRequirement.ts';
import { collectToEnd, collectUtterance, type CollectedUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

const SENTENCES = ['Your table is booked. ', 'It is for two people, at seven. ', 'See you soon!'];
const TEXT = SENTENCES.join('');
/** Quieter than any speech. */
const SOUND = 1000;
/** The most audio behind the mark of the last word, in ms: some servers mark by the time of that word. */
const TAIL_MS = 300;

/** The requirements of a TTS whose server has no fault. */
export const ttsRequirements: readonly TtsRequirement[] = [
  requirement('text becomes sound, at the rate that was promised', async (tts) => {
    const { frames, samples } = await collectUtterance(tts.synthesize(from(SENTENCES)));
    const rates = new Set(frames.map(({ sampleRate }) => sampleRate));
    assertEqual('the rates of the frames', [...rates], [tts.sampleRate]);
    assertThat(
      'no empty frame',
      frames.every((frame) => frame.samples.length > 0),
      frames,
    );
    assertThat(
      'a sound',
      samples.some((sample) => Math.abs(sample) > SOUND),
      samples,
    );
  }),
  requirement('marks grow, each behind some audio, up to the end of the text', async (tts) => {
    const { events, marks } = await collectUtterance(tts.synthesize(from(SENTENCES)));
    assertEqual(
      'the marks',
      marks,
      [...marks].sort((a, b) => a - b),
    );
    assertEqual('the last mark', marks.at(-1), TEXT.length);
    const kinds = events.map(({ kind }) => kind);
    assertThat('audio before the first mark', kinds.slice(0, kinds.indexOf('mark')).includes('audio'), kinds);
    const end = events.findIndex((event) => event.kind === 'mark' && event.chars === TEXT.length);
    const tailMs = lasting(events.slice(end));
    assertThat(`at most ${TAIL_MS} ms of audio behind the mark of the end`, tailMs <= TAIL_MS, tailMs);
  }),
  requirement('timed words are whole words of the text, in order, inside the audio', async (tts) =>
    wellTimed(TEXT, await collectUtterance(tts.synthesize(from(SENTENCES)))),
  ),
  pausing('it speaks what it has, and goes on until the text completes', 'Your table is booked. '),
  pausing('what it has may end in no word: it is marked to its end, and goes on', 'It costs 20 € 😊 '),
  requirement('text of any characters is spoken to its end', async (tts) => {
    const text = 'Tom & "Jerry" said: <it\'s 5 > 3> 🎉 now\u0000\u0007. ';
    const all = await collectUtterance(tts.synthesize(of(text, 'Really? ')));
    assertThat(
      'a sound',
      all.samples.some((sample) => Math.abs(sample) > SOUND),
      all.samples,
    );
    assertEqual('the last mark', all.marks.at(-1), text.length + 'Really? '.length);
    wellTimed(`${text}Really? `, all);
  }),
  timingRequirement,
  ...wordless(),
  ...leaving(),
  ...severally(),
  ...cancelRequirements,
];

/** The text completes only when all of `piece` is marked. */
function pausing(name: string, piece: string): TtsRequirement {
  return requirement(name, async (tts) => {
    const text = new Subject<string>();
    const seen = collectUtterance(tts.synthesize(text), (event) => {
      if (event.kind === 'mark' && event.chars === piece.length) text.complete();
    });
    text.next(piece);
    assertEqual('the last mark', (await seen).marks.at(-1), piece.length);
  });
}

function wordless(): readonly TtsRequirement[] {
  const silent = (name: string, pieces: readonly string[]): TtsRequirement =>
    requirement(name, async (tts) => {
      const { frames } = await collectUtterance(tts.synthesize(from(pieces)));
      assertEqual('the audio', frames, []);
    });
  return [
    silent('no text, no audio: it completes', []),
    silent('empty text brings no audio', ['']),
    silent('white space alone brings no audio', [' \n']),
  ];
}

function leaving(): readonly TtsRequirement[] {
  return [
    requirement('unsubscribing before anything came closes what was being opened', async (tts, closed) => {
      const events: TtsEvent[] = [];
      const utterance = tts.synthesize(concat(from(SENTENCES), NEVER));
      utterance.subscribe((event) => events.push(event)).unsubscribe();
      const before = events.length;
      await closed();
      assertEqual('the events after unsubscribing', events.slice(before), []);
    }),
    requirement('an error of the text ends the utterance and closes it', async (tts, closed) => {
      const gone = new Error('the model gave up');
      const text = concat(
        of(SENTENCES[0] ?? ''),
        throwError(() => gone),
      );
      assertEqual('the error', (await collectToEnd(tts.synthesize(text))).error, gone);
      await closed();
    }),
    requirement('what was kept warm closes when nobody keeps it any more', async (tts, closed) => {
      const warm = tts.keepWarm?.().subscribe();
      await collectUtterance(tts.synthesize(of(SENTENCES[0] ?? '')));
      warm?.unsubscribe();
      await closed();
    }),
  ];
}

function severally(): readonly TtsRequirement[] {
  return [
    requirement('utterance after utterance, each is spoken whole', async (tts) => {
      const warm = tts.keepWarm?.().subscribe();
      const [first, second] = [
        await collectUtterance(tts.synthesize(from(SENTENCES))),
        await collectUtterance(tts.synthesize(from(SENTENCES))),
      ];
      warm?.unsubscribe();
      assertEqual('the samples of the second', second.samples, first.samples);
      assertEqual('the marks of the second', second.marks, first.marks);
    }),
    requirement('two utterances at once do not disturb each other', async (tts) => {
      const alone = await collectUtterance(tts.synthesize(from(SENTENCES)));
      const [first, second] = await Promise.all([
        collectUtterance(tts.synthesize(from(SENTENCES))),
        collectUtterance(tts.synthesize(of('Good morning.'))),
      ]);
      assertEqual('the marks of the first', first.marks, alone.marks);
      assertEqual('the samples of the first', first.samples, alone.samples);
      assertEqual('the last mark of the second', second.marks.at(-1), 'Good morning.'.length);
    }),
    requirement('one utterance subscribed to twice is spoken twice', async (tts) => {
      const utterance = tts.synthesize(from(SENTENCES));
      const [first, second] = [await collectUtterance(utterance), await collectUtterance(utterance)];
      assertEqual('the marks', second.marks, first.marks);
      assertEqual('the words', second.words, first.words);
    }),
  ];
}

function requirement(
  name: string,
  keep: (tts: TextToSpeech, closed: () => Promise<void>) => Promise<void>,
): TtsRequirement {
  return {
    name,
    check: ({ subject: { tts, closed } }) => keep(tts, () => withinTime('that everything is closed', closed())),
  };
}

/** How long the audio among `events` is, in ms. */
function lasting(events: readonly TtsEvent[]): number {
  return events.reduce((ms, event) => ms + (event.kind === 'audio' ? durationMs(event.frame) : 0), 0);
}

function wellTimed(text: string, { words, durationMs: allMs }: CollectedUtterance): void {
  let before: WordTiming = { from: 0, to: 0, startMs: 0, endMs: 0 };
  for (const word of words) {
    assertThat('words in order', word.from >= before.to && word.startMs >= before.endMs, [before, word]);
    assertThat('words that last', word.to > word.from && word.endMs > word.startMs, word);
    const around = `${text[word.from - 1] ?? ''}|${text[word.to] ?? ''}`;
    assertThat('whole words', /^[^\p{L}\p{N}]?\|[^\p{L}\p{N}]?$/u.test(around), [
      text.slice(word.from, word.to),
      around,
    ]);
    before = word;
  }
  assertThat(`words inside the ${text.length} characters`, before.to <= text.length, before);
  assertThat(`words inside the ${allMs} ms of audio`, before.endMs <= allMs, before);
}
