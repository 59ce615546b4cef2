import { concat, from, NEVER, Subject, throwError } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../core/ports.ts';
import { assertEqual } from '../assertions.ts';
import { assertClosed } from '../contract.ts';
import { assertWords, collectTranscripts, sendAll, transcribe, firstAnswer } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';
import { SEGMENT_TEXTS, type Segments } from './segments.ts';

/** The requirements for the ends of sessions and for several sessions, without a server fault. */
export const sessionRequirements: readonly SttRequirement[] = [
  {
    name: 'without speech, it completes without words',
    check: async ({ stt }) =>
      assertEqual(
        'the events',
        (await transcribe(stt, [])).events.filter(({ kind }) => kind !== 'report'),
        [],
      ),
  },
  {
    name: 'unsubscribing at once closes the opening connection',
    check: async (subject, { open }) => {
      const events: SttEvent[] = [];
      const speech = concat(from(await open(2)), NEVER);
      const subscription = subject.stt.transcribe(speech).subscribe((event) => events.push(event));
      subscription.unsubscribe();
      const before = events.length;
      await assertClosed(subject);
      assertEqual('the events after unsubscribing', events.slice(before), []);
    },
  },
  {
    name: 'unsubscribing within a segment closes the connection',
    check: async (subject, segments) => {
      await leaveInTheMiddle(subject.stt, segments);
      await assertClosed(subject);
    },
  },
  {
    name: 'a session left within a segment does not disturb the next',
    check: async ({ stt }, segments) => {
      await leaveInTheMiddle(stt, segments);
      assertWords(await transcribe(stt, await segments.whole(3)), [3]);
    },
  },
  {
    name: 'an error of the speech ends the session and closes it',
    check: async (subject, { open }) => {
      const error = new Error('the microphone was pulled');
      const failing = throwError(() => error);
      const speech = concat(from(await open(0)), failing);
      const end = await collectTranscripts(subject.stt.transcribe(speech)).catch((reason: unknown) => reason);
      assertEqual('the error', end, error);
      await assertClosed(subject);
    },
  },
  {
    name: 'two sessions at once do not disturb each other',
    check: async ({ stt }, { whole }) => {
      const sessions = [transcribe(stt, await whole(0)), transcribe(stt, await whole(3))];
      const words = (await Promise.all(sessions)).map((session) => [session.words(0), session.words(3)]);
      assertEqual('the words of the first', words[0], [SEGMENT_TEXTS[0], '']);
      assertEqual('the words of the second', words[1], ['', SEGMENT_TEXTS[3]]);
    },
  },
  {
    name: 'one session subscribed to twice is heard twice',
    check: async ({ stt }, { whole }) => {
      const session = stt.transcribe(from(await whole(0)));
      assertWords(await collectTranscripts(session), [0]);
      assertWords(await collectTranscripts(session), [0]);
    },
  },
];

/** Unsubscribes after an answer, while the segment continues. */
async function leaveInTheMiddle(stt: SpeechToText, { open }: Segments): Promise<void> {
  const inputs = await open(2);
  const speech = new Subject<SttInput>();
  const answered = firstAnswer(stt.transcribe(speech), () => sendAll(speech, inputs.slice(1)));
  sendAll(speech, [...inputs, { kind: 'flush', segment: 2 }]);
  await answered;
}
