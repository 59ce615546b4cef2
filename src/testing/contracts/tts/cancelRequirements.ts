import { concat, from, NEVER, takeWhile, type Observable } from 'rxjs';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import { assertEqual } from '../assertions.ts';
import { assertClosed } from '../contract.ts';
import { collectUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

const CANCELLED = ['Your table is booked. ', 'It is for two.'];
const NEXT = ['Of course. ', 'It is for three.'];

/** Cancels an utterance. Resolves when that is done. */
type Cancel = (utterance: Observable<TtsEvent>) => Promise<unknown>;

/** The requirements for cancelling, with and without kept connections. */
export const cancelRequirements: readonly TtsRequirement[] = [
  ...createRequirements('before its audio', async (utterance) => {
    const subscription = utterance.subscribe();
    subscription.unsubscribe();
    subscription.unsubscribe();
  }),
  ...createRequirements(
    'at its first audio',
    cancelAt(({ kind }) => kind === 'audio'),
  ),
  ...createRequirements(
    'after its audio',
    cancelAt((event) => event.kind === 'mark' && event.chars === CANCELLED.join('').length),
  ),
];

function createRequirements(when: string, cancel: Cancel): readonly TtsRequirement[] {
  return [
    {
      name: `an utterance cancelled ${when} is over at once, and the next is whole`,
      check: async (subject) => {
        await cancelTwice(subject.tts, cancel);
        await assertClosed(subject);
      },
    },
    {
      name: `an utterance cancelled ${when} does not disturb the next where connections are kept`,
      check: async ({ tts }) => {
        const warm = tts.keepWarm?.().subscribe();
        await cancelTwice(tts, cancel);
        warm?.unsubscribe();
      },
    },
  ];
}

/** Unsubscribes synchronously at the first event that `isTime` accepts. */
function cancelAt(isTime: (event: TtsEvent) => boolean): Cancel {
  return (utterance) => collectUtterance(utterance.pipe(takeWhile((event) => !isTime(event), true)));
}

async function cancelTwice(tts: TextToSpeech, cancel: Cancel): Promise<void> {
  const alone = await collectUtterance(tts.synthesize(from(NEXT)));
  await cancel(tts.synthesize(concat(from(CANCELLED), NEVER)));
  await cancel(tts.synthesize(concat(from(CANCELLED), NEVER)));
  const next = await collectUtterance(tts.synthesize(from(NEXT)));
  assertEqual('the marks of the next', next.marks, alone.marks);
  assertEqual('the samples of the next', next.samples, alone.samples);
}
