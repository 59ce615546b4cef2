import { concat, concatMap, filter, firstValueFrom, from, NEVER, Subject, throwError, type Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../core/ports.ts';
import { withinTime, assertThat, assertEqual } from '../contract.ts';
import { SEGMENT_TEXTS, segmentsFor, type Segments, type Speak } from './segments.ts';
import { transcribeInTurn, isAnswer, collectTranscripts, sendAll } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';

/** The requirements of a recogniser whose server has no fault. */
export function sttRequirements(speak: Speak): readonly SttRequirement[] {
  return [
    requirement(speak, 'speech becomes words, and the end is answered once', async (stt, { whole }) => {
      const { events, answers, words } = await collectTranscripts(stt.transcribe(from(await whole(0))));
      assertEqual('the words', words(0), SEGMENT_TEXTS[0]);
      assertEqual('the answers', answers.length, 1);
      assertThat('the answer as the last event', events.slice(-1).every(isAnswer), events);
    }),
    requirement(speak, 'frames of any length are heard', async (stt, { odd }) => {
      const { answers, words } = await collectTranscripts(stt.transcribe(from(await odd(2))));
      assertEqual('the words', words(2), SEGMENT_TEXTS[2]);
      assertEqual('the answers', answers.length, 1);
    }),
    requirement(speak, 'interims come if they are promised, before the answer', async (stt, { whole }) => {
      const { events } = await collectTranscripts(stt.transcribe(from(await whole(2))));
      const kinds = events.map(({ kind }) => kind);
      assertEqual('whether interims came', kinds.includes('interim'), stt.interims);
      assertThat('no interim behind the answer', kinds.lastIndexOf('interim') < events.findIndex(isAnswer), events);
    }),
    requirement(speak, 'silence is answered without words', async (stt, { whole }) => {
      const { answers, words } = await collectTranscripts(stt.transcribe(from(await whole(1))));
      assertEqual('the words', words(1), '');
      assertEqual('the answers', answers.length, 1);
    }),
    requirement(speak, 'segment after segment, each gets its own words', async (stt, { whole }) => {
      const segments = await Promise.all(SEGMENT_TEXTS.map((_, segment) => whole(segment)));
      const { answers, words } = await collectTranscripts(stt.transcribe(from(segments.flat())));
      assertEqual(
        'the words',
        SEGMENT_TEXTS.map((_, segment) => words(segment)),
        SEGMENT_TEXTS,
      );
      assertEqual(
        'the segments answered',
        answers.map(({ segment }) => segment),
        [0, 1, 2, 3],
      );
    }),
    requirement(speak, 'a segment is heard after another was answered', async (stt, { whole }) => {
      const { words } = await collectTranscripts(transcribeInTurn(stt, [await whole(0), await whole(3)]));
      assertEqual('the words', [words(0), words(3)], [SEGMENT_TEXTS[0], SEGMENT_TEXTS[3]]);
    }),
    ...flushing(speak),
    ...leaving(speak),
    ...together(speak),
  ];
}

function flushing(speak: Speak): readonly SttRequirement[] {
  return [
    requirement(
      speak,
      'a flush is answered and ends nothing; what it gave does not come again',
      async (stt, { flushed }) => {
        const { answers, words } = await collectTranscripts(stt.transcribe(from(await flushed())));
        assertEqual('the answers', answers.length, 2);
        assertEqual('the words', words(2), SEGMENT_TEXTS[2]);
      },
    ),
    requirement(speak, 'a flush is answered while the segment is open', async (stt, { open }) => {
      const speech = new Subject<SttInput>();
      const answered = firstAnswer(stt.transcribe(speech));
      sendAll(speech, [...(await open(0)), { kind: 'flush', segment: 0 }]);
      assertEqual('the segment answered', (await answered).segment, 0);
      speech.complete();
    }),
  ];
}

function leaving(speak: Speak): readonly SttRequirement[] {
  return [
    requirement(speak, 'no speech, no words: it completes', async (stt) => {
      const { events } = await collectTranscripts(stt.transcribe(from([])));
      assertEqual('the events', events, []);
    }),
    requirement(speak, 'unsubscribing at once closes what was being opened', async (stt, { open }, closed) => {
      const events: SttEvent[] = [];
      const speech = concat(from(await open(2)), NEVER);
      const subscription = stt.transcribe(speech).subscribe((event) => events.push(event));
      subscription.unsubscribe();
      const before = events.length;
      await closed();
      assertEqual('the events after unsubscribing', events.slice(before), []);
    }),
    requirement(
      speak,
      'unsubscribing in the middle of a segment closes what was opened',
      async (stt, segments, closed) => {
        await leaveInTheMiddle(stt, segments);
        await closed();
      },
    ),
    requirement(speak, 'a session left in the middle of a segment does not disturb the next', async (stt, segments) => {
      await leaveInTheMiddle(stt, segments);
      const { words } = await collectTranscripts(stt.transcribe(from(await segments.whole(3))));
      assertEqual('the words', words(3), SEGMENT_TEXTS[3]);
    }),
    requirement(speak, 'an error of the speech ends the session and closes it', async (stt, { open }, closed) => {
      const gone = new Error('the microphone was pulled');
      const speech = concat(
        from(await open(0)),
        throwError(() => gone),
      );
      const end = await collectTranscripts(stt.transcribe(speech)).catch((error: unknown) => error);
      assertEqual('the error', end, gone);
      await closed();
    }),
  ];
}

function together(speak: Speak): readonly SttRequirement[] {
  return [
    requirement(speak, 'two sessions at once do not disturb each other', async (stt, { whole }) => {
      const [first, second] = await Promise.all([
        collectTranscripts(stt.transcribe(from(await whole(0)))),
        collectTranscripts(stt.transcribe(from(await whole(3)))),
      ]);
      assertEqual('the words of the first', [first.words(0), first.words(3)], [SEGMENT_TEXTS[0], '']);
      assertEqual('the words of the second', [second.words(0), second.words(3)], ['', SEGMENT_TEXTS[3]]);
    }),
    requirement(speak, 'one session subscribed to twice is heard twice', async (stt, { whole }) => {
      const session = stt.transcribe(from(await whole(0)));
      const [first, second] = [await collectTranscripts(session), await collectTranscripts(session)];
      assertEqual('the words', [first.words(0), second.words(0)], [SEGMENT_TEXTS[0], SEGMENT_TEXTS[0]]);
    }),
  ];
}

function requirement(
  speak: Speak,
  name: string,
  keep: (stt: SpeechToText, segments: Segments, closed: () => Promise<void>) => Promise<void>,
): SttRequirement {
  return {
    name,
    check: ({ subject: { stt, closed } }) =>
      keep(stt, segmentsFor(stt, speak), () => withinTime('that everything is closed', closed())),
  };
}

/** Unsubscribes after an answer, while the segment goes on. */
async function leaveInTheMiddle(stt: SpeechToText, { open }: Segments): Promise<void> {
  const inputs = await open(2);
  const speech = new Subject<SttInput>();
  const answered = firstAnswer(stt.transcribe(speech), () => sendAll(speech, inputs.slice(1)));
  sendAll(speech, [...inputs, { kind: 'flush', segment: 2 }]);
  await answered;
}

/** Calls `last` at the first answer of a session, and unsubscribes. */
function firstAnswer(session: Observable<SttEvent>, last: () => void = () => {}): Promise<SttEvent> {
  const answered = firstValueFrom(
    session.pipe(
      filter(isAnswer),
      concatMap((event) => (last(), [event])),
    ),
  );
  return withinTime('an answer', answered);
}
