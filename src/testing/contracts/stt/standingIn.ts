import { Subject, tap } from 'rxjs';
import type { SttEvent, SttInput } from '../../../core/ports.ts';
import { inTime, must, same } from '../contract.ts';
import { segmentsFor } from './segments.ts';
import type { Speak } from './segments.ts';
import { recognised, tell, wordsOf } from './session.ts';
import type { SttVow } from './vow.ts';

/** How long an answer is waited for that stands for one which does not come, in ms. */
const PATIENCE_MS = 8000;

/** What a recogniser with interims promises where the final does not come in time. */
export function standingIn(speak: Speak): SttVow {
  return {
    name: 'what came as interim stands for a final that does not come in time',
    keep: async ({ subject: { stt, fallSilent } }) => {
      if (!stt.interims || fallSilent === undefined) return;
      const speech = new Subject<SttInput>();
      const { open } = segmentsFor(stt, speak);
      let interim = '';
      let heard = (): void => {};
      const begun = new Promise<void>((resolve) => (heard = resolve));
      const note = tap<SttEvent>((event) => {
        if (event.kind !== 'interim') return;
        interim = event.text;
        heard();
      });
      const over = recognised(stt.transcribe(speech).pipe(note), PATIENCE_MS);
      tell(speech, await open(2));
      await inTime('an interim', begun);
      fallSilent();
      tell(speech, [{ kind: 'end', segment: 2 }]);
      speech.complete();
      const { answers, words } = await over;
      must('words', words(2) !== '', answers);
      same('the words', words(2), wordsOf(interim));
      same('the answers', answers.length, 1);
    },
  };
}
