import { concat, from, NEVER } from 'rxjs';
import type { Observable } from 'rxjs';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import { inTime, same } from '../contract.ts';
import { cancelled, heard } from './utterance.ts';
import type { TtsVow } from './vow.ts';

const CUT = ['Your table is booked. ', 'It is for two.'];
const NEXT = ['Of course. ', 'It is for three.'];

/** Cuts an utterance short, and returns when that is done. */
type Cut = (utterance: Observable<TtsEvent>) => Promise<unknown>;

/** What a voice promises about being cancelled, with and without connections that are kept. */
export const cancelVows: readonly TtsVow[] = [
  ...both('before its audio', async (utterance) => {
    const subscription = utterance.subscribe();
    subscription.unsubscribe();
    subscription.unsubscribe();
  }),
  ...both('at its first audio', async (utterance) => {
    const events = await cancelled(utterance, ({ kind }) => kind === 'audio');
    same('the audio that came', events.filter(({ kind }) => kind === 'audio').length, 1);
    return events;
  }),
  ...both('after its audio', (utterance) => cancelled(utterance, isLast)),
];

function both(when: string, cut: Cut): readonly TtsVow[] {
  return [
    {
      name: `an utterance cancelled ${when} is over at once, and the next is whole`,
      keep: async ({ subject: { voice, closed } }) => {
        await cutAndGoOn(voice, cut);
        await inTime('that everything is closed', closed());
      },
    },
    {
      name: `an utterance cancelled ${when} does not disturb the next where connections are kept`,
      keep: async ({ subject: { voice } }) => {
        const warm = voice.keepWarm?.().subscribe();
        await cutAndGoOn(voice, cut);
        warm?.unsubscribe();
      },
    },
  ];
}

async function cutAndGoOn(voice: TextToSpeech, cut: Cut): Promise<void> {
  const alone = await heard(voice.synthesize(from(NEXT)));
  await cut(voice.synthesize(concat(from(CUT), NEVER)));
  await cut(voice.synthesize(concat(from(CUT), NEVER)));
  const next = await heard(voice.synthesize(from(NEXT)));
  same('the marks of the next', next.marks, alone.marks);
  same('the samples of the next', next.samples, alone.samples);
}

function isLast(event: TtsEvent): boolean {
  return event.kind === 'mark' && event.chars === CUT.join('').length;
}
