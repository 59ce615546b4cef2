import { from } from 'rxjs';
import { assertEqual } from '../assertions.ts';
import { collectUtterance } from './collectUtterance.ts';
import type { TtsRequirement } from './requirement.ts';

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
