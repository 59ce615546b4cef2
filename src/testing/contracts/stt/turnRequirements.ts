import { Subject } from 'rxjs';
import type { SttEvent, SttInput } from '../../../core/ports.ts';
import { assertEqual, assertThat } from '../assertions.ts';
import { assertWords, collectTranscripts, normalize, sendAll, transcribe } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';
import { SEGMENT_TEXTS } from './segments.ts';

/** The requirements for a recogniser that detects the ends of turns. */
export const turnRequirements: readonly SttRequirement[] = [
  {
    name: 'the end of a turn is found after its words, while the segment is open, and the end of the segment is still answered',
    check: async ({ stt }, { paused }) => {
      assertEqual('turns', stt.turns, true);
      const speech = new Subject<SttInput>();
      let [words, atEnd] = ['', ''];
      const each = (event: SttEvent): void => {
        if (event.kind === 'interim') words = normalize(event.text);
        if (event.kind !== 'turn' || event.state !== 'end' || atEnd !== '') return;
        atEnd = words;
        speech.next({ kind: 'end', segment: event.segment, over: true });
        speech.complete();
      };
      const collecting = collectTranscripts(stt.transcribe(speech, { turns: true }), { each });
      sendAll(speech, await paused(0));
      assertWords(await collecting, [0], 1);
      assertEqual('the words before the end of the turn', atEnd, SEGMENT_TEXTS[0]);
    },
  },
  {
    name: 'turns are found only if requested',
    check: async ({ stt }, { whole }) => {
      const { events } = await transcribe(stt, await whole(0));
      assertThat(
        'no finding about turns',
        events.every(({ kind }) => kind !== 'turn'),
        events,
      );
    },
  },
];
