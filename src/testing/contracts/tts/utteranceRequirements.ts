import { concat, from, NEVER, of, throwError } from 'rxjs';
import type { TtsEvent } from '../../../core/ports.ts';
import { assertEqual } from '../assertions.ts';
import { assertClosed } from '../contract.ts';
import { collectToEnd, collectUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

const SENTENCE = 'Your table is booked. ';
const SENTENCES = [SENTENCE, 'It is for two people, at seven. ', 'See you soon!'];

/** The requirements for the ends of utterances and for several utterances, without a server fault. */
export const utteranceRequirements: readonly TtsRequirement[] = [
  {
    name: 'unsubscribing before the first event closes the opening connection',
    check: async (subject) => {
      const events: TtsEvent[] = [];
      const utterance = subject.tts.synthesize(concat(from(SENTENCES), NEVER));
      utterance.subscribe((event) => events.push(event)).unsubscribe();
      const before = events.length;
      await assertClosed(subject);
      assertEqual('the events after unsubscribing', events.slice(before), []);
    },
  },
  {
    name: 'an error of the text ends the utterance and closes it',
    check: async (subject) => {
      const error = new Error('the model gave up');
      const failing = throwError(() => error);
      const end = await collectToEnd(subject.tts.synthesize(concat(of(SENTENCE), failing)));
      assertEqual('the error', end.error, error);
      await assertClosed(subject);
    },
  },
  {
    name: 'a warm connection closes when its last subscriber leaves',
    check: async (subject) => {
      const warm = subject.tts.keepWarm?.().subscribe();
      await collectUtterance(subject.tts.synthesize(of(SENTENCE)));
      warm?.unsubscribe();
      await assertClosed(subject);
    },
  },
  {
    name: 'consecutive utterances are each spoken completely',
    check: async ({ tts }) => {
      const warm = tts.keepWarm?.().subscribe();
      const first = await collectUtterance(tts.synthesize(from(SENTENCES)));
      const second = await collectUtterance(tts.synthesize(from(SENTENCES)));
      warm?.unsubscribe();
      assertEqual('the samples of the second', second.samples, first.samples);
      assertEqual('the marks of the second', second.marks, first.marks);
    },
  },
  {
    name: 'two utterances at once do not disturb each other',
    check: async ({ tts }) => {
      const alone = await collectUtterance(tts.synthesize(from(SENTENCES)));
      const [first, second] = await Promise.all([
        collectUtterance(tts.synthesize(from(SENTENCES))),
        collectUtterance(tts.synthesize(of('Good morning.'))),
      ]);
      assertEqual('the marks of the first', first.marks, alone.marks);
      assertEqual('the samples of the first', first.samples, alone.samples);
      assertEqual('the last mark of the second', second.marks.at(-1), 'Good morning.'.length);
    },
  },
  {
    name: 'one utterance subscribed to twice is spoken twice',
    check: async ({ tts }) => {
      const utterance = tts.synthesize(from(SENTENCES));
      const [first, second] = [await collectUtterance(utterance), await collectUtterance(utterance)];
      assertEqual('the marks', second.marks, first.marks);
      assertEqual('the words', second.words, first.words);
    },
  },
];

/** The requirement for a TTS whose connections outlive an utterance. */
export const connectionRequirement: TtsRequirement = {
  name: 'consecutive utterances share one warm connection',
  check: async ({ tts, attempts }) => {
    const warm = tts.keepWarm?.().subscribe();
    await collectUtterance(tts.synthesize(from(['Your table is booked. ', 'It is for two.'])));
    await collectUtterance(tts.synthesize(from(['Of course. ', 'It is for three.'])));
    warm?.unsubscribe();
    if (attempts !== undefined) assertEqual('the connections', attempts(), 1);
  },
};
