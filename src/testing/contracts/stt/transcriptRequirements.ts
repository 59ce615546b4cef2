import { Subject } from 'rxjs';
import type { SttInput } from '../../../core/ports.ts';
import { assertEqual, assertThat } from '../assertions.ts';
import { assertWords, isAnswer, sendAll, transcribe, transcribeInTurn, firstAnswer } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';
import { SEGMENT_TEXTS } from './segments.ts';

/** The requirements for transcripts, without a server fault. */
export const transcriptRequirements: readonly SttRequirement[] = [
  {
    name: 'speech becomes words, and the end is answered once',
    check: async ({ stt }, { whole }) => {
      const collected = await transcribe(stt, await whole(0));
      assertWords(collected, [0], 1);
      assertThat('the answer as the last event', collected.events.slice(-1).every(isAnswer), collected.events);
    },
  },
  {
    name: 'frames of any length are transcribed',
    check: async ({ stt }, { odd }) => assertWords(await transcribe(stt, await odd(2)), [2], 1),
  },
  {
    name: 'declared interims arrive before the answer',
    check: async ({ stt }, { whole }) => {
      const { events } = await transcribe(stt, await whole(2));
      const kinds = events.map(({ kind }) => kind);
      assertEqual('whether interims came', kinds.includes('interim'), stt.interims);
      assertThat('no interim behind the answer', kinds.lastIndexOf('interim') < events.findIndex(isAnswer), events);
    },
  },
  {
    name: 'silence is answered without words',
    check: async ({ stt }, { whole }) => assertWords(await transcribe(stt, await whole(1)), [1], 1),
  },
  {
    name: 'consecutive segments each get their own words',
    check: async ({ stt }, { whole }) => {
      const segments = await Promise.all(SEGMENT_TEXTS.map((_, segment) => whole(segment)));
      const collected = await transcribe(stt, segments.flat());
      assertWords(collected, [0, 1, 2, 3], 4);
      const answered = collected.answers.map(({ segment }) => segment);
      assertEqual('the segments answered', answered, [0, 1, 2, 3]);
    },
  },
  {
    name: 'a segment is transcribed after another was answered',
    check: async ({ stt }, { whole }) =>
      assertWords(await transcribeInTurn(stt, [await whole(0), await whole(3)]), [0, 3]),
  },
  {
    name: 'a flush is answered, ends nothing, and its words are not repeated',
    check: async ({ stt }, { flushed }) => assertWords(await transcribe(stt, await flushed()), [2], 2),
  },
  {
    name: 'a flush is answered while the segment is open',
    check: async ({ stt }, { open }) => {
      const speech = new Subject<SttInput>();
      const answered = firstAnswer(stt.transcribe(speech));
      sendAll(speech, [...(await open(0)), { kind: 'flush', segment: 0 }]);
      assertEqual('the segment answered', (await answered).segment, 0);
      speech.complete();
    },
  },
];
