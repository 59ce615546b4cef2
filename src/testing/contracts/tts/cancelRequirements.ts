import { concat, from, NEVER, type Observable } from 'rxjs';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import { withinTime, assertEqual } from '../contract.ts';
import { collectUntil, collectUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

const CUT = ['Your table is booked. ', 'It is for two.'];
const NEXT = ['Of course. ', 'It is for three.'];

/** Cancels an utterance, and resolves when that is done. */
type Cut = (utterance: Observable<TtsEvent>) => Promise<unknown>;

/** The requirements of cancelling, with and without connections that are kept. */
export const cancelRequirements: readonly TtsRequirement[] = [
  ...both('before its audio', async (utterance) => {
    const subscription = utterance.subscribe();
    subscription.unsubscribe();
    subscription.unsubscribe();
  }),
  ...both('at its first audio', async (utterance) => {
    const events = await collectUntil(utterance, ({ kind }) => kind === 'audio');
    assertEqual('the audio that came', events.filter(({ kind }) => kind === 'audio').length, 1);
    return events;
  }),
  ...both('after its audio', (utterance) => collectUntil(utterance, isLast)),
];

function both(when: string, cut: Cut): readonly TtsRequirement[] {
  return [
    {
      name: `an utterance cancelled ${when} is over at once, and the next is whole`,
      check: async ({ subject: { tts, closed } }) => {
        await cutAndGoOn(tts, cut);
        await withinTime('that everything is closed', closed());
      },
    },
    {
      name: `an utterance cancelled ${when} does not disturb the next where connections are kept`,
      check: async ({ subject: { tts } }) => {
        const warm = tts.keepWarm?.().subscribe();
        await cutAndGoOn(tts, cut);
        warm?.unsubscribe();
      },
    },
  ];
}

async function cutAndGoOn(tts: TextToSpeech, cut: Cut): Promise<void> {
  const alone = await collectUtterance(tts.synthesize(from(NEXT)));
  await cut(tts.synthesize(concat(from(CUT), NEVER)));
  await cut(tts.synthesize(concat(from(CUT), NEVER)));
  const next = await collectUtterance(tts.synthesize(from(NEXT)));
  assertEqual('the marks of the next', next.marks, alone.marks);
  assertEqual('the samples of the next', next.samples, alone.samples);
}

function isLast(event: TtsEvent): boolean {
  return event.kind === 'mark' && event.chars === CUT.join('').length;
}
