import { concat, from, NEVER, of, Subject, throwError } from 'rxjs';
import { durationMs } from '../../../core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { inTime, must, same } from '../contract.ts';
import { cancelVows } from './cancelling.ts';
import { timingVow } from './timings.ts';
import { ended, heard } from './utterance.ts';
import type { Heard } from './utterance.ts';
import type { TtsVow } from './vow.ts';

const SENTENCES = ['Your table is booked. ', 'It is for two people, at seven. ', 'See you soon!'];
const TEXT = SENTENCES.join('');
/** Quieter than any speech. */
const SOUND = 1000;
/** How long the audio of what is no word may be, in ms: where a server does not tell, its last word's time does. */
const TAIL_MS = 300;

/** What a voice promises when all is well. */
export const ttsVows: readonly TtsVow[] = [
  spoken('text becomes sound, at the rate that was promised', async (voice) => {
    const { frames, samples } = await heard(voice.synthesize(from(SENTENCES)));
    const rates = new Set(frames.map(({ sampleRate }) => sampleRate));
    same('the rates of the frames', [...rates], [voice.sampleRate]);
    must(
      'no empty frame',
      frames.every((frame) => frame.samples.length > 0),
      frames,
    );
    must(
      'a sound',
      samples.some((sample) => Math.abs(sample) > SOUND),
      samples,
    );
  }),
  spoken('marks grow, each behind some audio, up to the end of the text', async (voice) => {
    const { events, marks } = await heard(voice.synthesize(from(SENTENCES)));
    same(
      'the marks',
      marks,
      [...marks].sort((a, b) => a - b),
    );
    same('the last mark', marks.at(-1), TEXT.length);
    const kinds = events.map(({ kind }) => kind);
    must('audio before the first mark', kinds.slice(0, kinds.indexOf('mark')).includes('audio'), kinds);
    const end = events.findIndex((event) => event.kind === 'mark' && event.chars === TEXT.length);
    const tailMs = lasting(events.slice(end));
    must(`at most ${TAIL_MS} ms of audio behind the mark of the end`, tailMs <= TAIL_MS, tailMs);
  }),
  spoken('timed words are whole words of the text, in order, inside the audio', async (voice) =>
    wellTimed(TEXT, await heard(voice.synthesize(from(SENTENCES)))),
  ),
  pausing('it speaks what it has, and goes on until the text completes', 'Your table is booked. '),
  pausing('what it has may end in no word: it is marked to its end, and goes on', 'It costs 20 € 😊 '),
  spoken('text of any characters is spoken to its end', async (voice) => {
    const text = 'Tom & "Jerry" said: <it\'s 5 > 3> 🎉 now\u0000\u0007. ';
    const all = await heard(voice.synthesize(of(text, 'Really? ')));
    must(
      'a sound',
      all.samples.some((sample) => Math.abs(sample) > SOUND),
      all.samples,
    );
    same('the last mark', all.marks.at(-1), text.length + 'Really? '.length);
    wellTimed(`${text}Really? `, all);
  }),
  timingVow,
  ...wordless(),
  ...leaving(),
  ...severally(),
  ...cancelVows,
];

/** The text completes when all of `piece` is marked, no sooner. */
function pausing(name: string, piece: string): TtsVow {
  return spoken(name, async (voice) => {
    const text = new Subject<string>();
    const seen = heard(voice.synthesize(text), (event) => {
      if (event.kind === 'mark' && event.chars === piece.length) text.complete();
    });
    text.next(piece);
    same('the last mark', (await seen).marks.at(-1), piece.length);
  });
}

function wordless(): readonly TtsVow[] {
  const silent = (name: string, pieces: readonly string[]): TtsVow =>
    spoken(name, async (voice) => {
      const { frames } = await heard(voice.synthesize(from(pieces)));
      same('the audio', frames, []);
    });
  return [
    silent('no text, no audio: it completes', []),
    silent('empty text brings no audio', ['']),
    silent('white space alone brings no audio', [' \n']),
  ];
}

function leaving(): readonly TtsVow[] {
  return [
    spoken('unsubscribing before anything came closes what was being opened', async (voice, closed) => {
      const events: TtsEvent[] = [];
      const utterance = voice.synthesize(concat(from(SENTENCES), NEVER));
      utterance.subscribe((event) => events.push(event)).unsubscribe();
      const before = events.length;
      await closed();
      same('the events after unsubscribing', events.slice(before), []);
    }),
    spoken('an error of the text ends the utterance and closes it', async (voice, closed) => {
      const gone = new Error('the model gave up');
      const text = concat(
        of(SENTENCES[0] ?? ''),
        throwError(() => gone),
      );
      same('the error', (await ended(voice.synthesize(text))).error, gone);
      await closed();
    }),
    spoken('what was kept warm closes when nobody keeps it any more', async (voice, closed) => {
      const warm = voice.keepWarm?.().subscribe();
      await heard(voice.synthesize(of(SENTENCES[0] ?? '')));
      warm?.unsubscribe();
      await closed();
    }),
  ];
}

function severally(): readonly TtsVow[] {
  return [
    spoken('utterance after utterance, each is spoken whole', async (voice) => {
      const warm = voice.keepWarm?.().subscribe();
      const [first, second] = [
        await heard(voice.synthesize(from(SENTENCES))),
        await heard(voice.synthesize(from(SENTENCES))),
      ];
      warm?.unsubscribe();
      same('the samples of the second', second.samples, first.samples);
      same('the marks of the second', second.marks, first.marks);
    }),
    spoken('two utterances at once do not disturb each other', async (voice) => {
      const alone = await heard(voice.synthesize(from(SENTENCES)));
      const [first, second] = await Promise.all([
        heard(voice.synthesize(from(SENTENCES))),
        heard(voice.synthesize(of('Good morning.'))),
      ]);
      same('the marks of the first', first.marks, alone.marks);
      same('the samples of the first', first.samples, alone.samples);
      same('the last mark of the second', second.marks.at(-1), 'Good morning.'.length);
    }),
    spoken('one utterance subscribed to twice is spoken twice', async (voice) => {
      const utterance = voice.synthesize(from(SENTENCES));
      const [first, second] = [await heard(utterance), await heard(utterance)];
      same('the marks', second.marks, first.marks);
      same('the words', second.words, first.words);
    }),
  ];
}

function spoken(name: string, keep: (voice: TextToSpeech, closed: () => Promise<void>) => Promise<void>): TtsVow {
  return {
    name,
    keep: ({ subject: { voice, closed } }) => keep(voice, () => inTime('that everything is closed', closed())),
  };
}

/** How long the audio among `events` is, in ms. */
function lasting(events: readonly TtsEvent[]): number {
  return events.reduce((ms, event) => ms + (event.kind === 'audio' ? durationMs(event.frame) : 0), 0);
}

function wellTimed(text: string, { words, durationMs: allMs }: Heard): void {
  let before: WordTiming = { from: 0, to: 0, startMs: 0, endMs: 0 };
  for (const word of words) {
    must('words in order', word.from >= before.to && word.startMs >= before.endMs, [before, word]);
    must('words that last', word.to > word.from && word.endMs > word.startMs, word);
    const around = `${text[word.from - 1] ?? ''}|${text[word.to] ?? ''}`;
    must('whole words', /^[^\p{L}\p{N}]?\|[^\p{L}\p{N}]?$/u.test(around), [text.slice(word.from, word.to), around]);
    before = word;
  }
  must(`words inside the ${text.length} characters`, before.to <= text.length, before);
  must(`words inside the ${allMs} ms of audio`, before.endMs <= allMs, before);
}
