import { Subject, tap } from 'rxjs';
import type { SttEvent, SttInput } from '../../../core/ports.ts';
import { withinTime, assertThat, assertEqual } from '../contract.ts';
import { segmentsFor, type Speak } from './segments.ts';
import { collectTranscripts, sendAll, wordsOf } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';

/** How long the final that stands for a late one may take, in ms. */
const TIMEOUT_MS = 8000;

/** The requirement of a recogniser with interims whose final does not come in time. */
export function partialFinalRequirement(speak: Speak): SttRequirement {
  return {
    name: 'what came as interim stands for a final that does not come in time',
    check: async ({ subject: { stt, fallSilent } }) => {
      if (!stt.interims || fallSilent === undefined) return;
      const speech = new Subject<SttInput>();
      const { open } = segmentsFor(stt, speak);
      let interim = '';
      let resolveBegun = (): void => {};
      const begun = new Promise<void>((resolve) => (resolveBegun = resolve));
      const note = tap<SttEvent>((event) => {
        if (event.kind !== 'interim') return;
        interim = event.text;
        resolveBegun();
      });
      const over = collectTranscripts(stt.transcribe(speech).pipe(note), TIMEOUT_MS);
      sendAll(speech, await open(2));
      await withinTime('an interim', begun);
      fallSilent();
      sendAll(speech, [{ kind: 'end', segment: 2 }]);
      speech.complete();
      const { answers, words } = await over;
      assertThat('words', words(2) !== '', answers);
      assertEqual('the words', words(2), wordsOf(interim));
      assertEqual('the answers', answers.length, 1);
    },
  };
}
