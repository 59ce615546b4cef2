import { from } from 'rxjs';
import { same } from '../contract.ts';
import { heard } from './utterance.ts';
import type { TtsVow } from './vow.ts';

/** What a voice promises whose connections outlive an utterance. */
export const oneConnection: TtsVow = {
  name: 'kept warm, utterance after utterance goes over one connection',
  keep: async ({ subject: { voice, attempts } }) => {
    const warm = voice.keepWarm?.().subscribe();
    await heard(voice.synthesize(from(['Your table is booked. ', 'It is for two.'])));
    await heard(voice.synthesize(from(['Of course. ', 'It is for three.'])));
    warm?.unsubscribe();
    if (attempts !== undefined) same('the connections', attempts(), 1);
  },
};
