import { firstValueFrom, ReplaySubject, Subject } from 'rxjs';
import type { SttEvent, SttInput } from '../../../core/ports.ts';
import { assertEqual, assertThat, withinTime } from '../assertions.ts';
import { collectTranscripts, normalize, sendAll } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';

/** The longest time until the final that replaces a late one, in ms. */
const TIMEOUT_MS = 8000;

/** The requirement for a recogniser with interims whose final does not arrive in time. */
export const partialFinalRequirement: SttRequirement = {
  name: 'the latest interim replaces a final that does not arrive in time',
  check: async ({ stt, fallSilent }, { open }) => {
    if (!stt.interims || fallSilent === undefined) return;
    const speech = new Subject<SttInput>();
    const interim = new ReplaySubject<string>(1);
    const each = (event: SttEvent): void => {
      if (event.kind === 'interim') interim.next(event.text);
    };
    const collected = collectTranscripts(stt.transcribe(speech), { each, ms: TIMEOUT_MS });
    sendAll(speech, await open(2));
    await withinTime('an interim', firstValueFrom(interim));
    fallSilent();
    sendAll(speech, [{ kind: 'end', segment: 2 }]);
    speech.complete();
    const { answers, words } = await collected;
    assertThat('words', words(2) !== '', answers);
    assertEqual('the words', words(2), normalize(await firstValueFrom(interim)));
    assertEqual('the answers', answers.length, 1);
  },
};
