import { concat, concatMap, filter, firstValueFrom, from, NEVER, Subject, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../core/ports.ts';
import { inTime, must, same } from '../contract.ts';
import type { Segments, Speak } from './segments.ts';
import { SAID, segmentsFor } from './segments.ts';
import { inTurn, isAnswer, recognised, tell } from './session.ts';
import type { SttVow } from './vow.ts';

/** What a recogniser promises when all is well. */
export function sttVows(speak: Speak): readonly SttVow[] {
  return [
    heard(speak, 'speech becomes words, and the end is answered once', async (stt, { whole }) => {
      const { events, answers, words } = await recognised(stt.transcribe(from(await whole(0))));
      same('the words', words(0), SAID[0]);
      same('the answers', answers.length, 1);
      must('the answer as the last event', events.slice(-1).every(isAnswer), events);
    }),
    heard(speak, 'frames of any length are heard', async (stt, { odd }) => {
      const { answers, words } = await recognised(stt.transcribe(from(await odd(2))));
      same('the words', words(2), SAID[2]);
      same('the answers', answers.length, 1);
    }),
    heard(speak, 'interims come if they are promised, before the answer', async (stt, { whole }) => {
      const { events } = await recognised(stt.transcribe(from(await whole(2))));
      const kinds = events.map(({ kind }) => kind);
      same('whether interims came', kinds.includes('interim'), stt.interims);
      must('no interim behind the answer', kinds.lastIndexOf('interim') < events.findIndex(isAnswer), events);
    }),
    heard(speak, 'silence is answered without words', async (stt, { whole }) => {
      const { answers, words } = await recognised(stt.transcribe(from(await whole(1))));
      same('the words', words(1), '');
      same('the answers', answers.length, 1);
    }),
    heard(speak, 'segment after segment, each gets its own words', async (stt, { whole }) => {
      const segments = await Promise.all(SAID.map((_, segment) => whole(segment)));
      const { answers, words } = await recognised(stt.transcribe(from(segments.flat())));
      same(
        'the words',
        SAID.map((_, segment) => words(segment)),
        SAID,
      );
      same(
        'the segments answered',
        answers.map(({ segment }) => segment),
        [0, 1, 2, 3],
      );
    }),
    heard(speak, 'a segment is heard after another was answered', async (stt, { whole }) => {
      const { words } = await recognised(inTurn(stt, [await whole(0), await whole(3)]));
      same('the words', [words(0), words(3)], [SAID[0], SAID[3]]);
    }),
    ...flushing(speak),
    ...leaving(speak),
    ...together(speak),
  ];
}

function flushing(speak: Speak): readonly SttVow[] {
  return [
    heard(speak, 'a flush is answered and ends nothing; what it gave does not come again', async (stt, { flushed }) => {
      const { answers, words } = await recognised(stt.transcribe(from(await flushed())));
      same('the answers', answers.length, 2);
      same('the words', words(2), SAID[2]);
    }),
    heard(speak, 'a flush is answered while the segment is open', async (stt, { open }) => {
      const speech = new Subject<SttInput>();
      const answered = firstAnswer(stt.transcribe(speech));
      tell(speech, [...(await open(0)), { kind: 'flush', segment: 0 }]);
      same('the segment answered', (await answered).segment, 0);
      speech.complete();
    }),
  ];
}

function leaving(speak: Speak): readonly SttVow[] {
  return [
    heard(speak, 'no speech, no words: it completes', async (stt) => {
      const { events } = await recognised(stt.transcribe(from([])));
      same('the events', events, []);
    }),
    heard(speak, 'unsubscribing at once closes what was being opened', async (stt, { open }, closed) => {
      const events: SttEvent[] = [];
      const speech = concat(from(await open(2)), NEVER);
      const subscription = stt.transcribe(speech).subscribe((event) => events.push(event));
      subscription.unsubscribe();
      const before = events.length;
      await closed();
      same('the events after unsubscribing', events.slice(before), []);
    }),
    heard(speak, 'unsubscribing in the middle of a segment closes what was opened', async (stt, segments, closed) => {
      await leaveInTheMiddle(stt, segments);
      await closed();
    }),
    heard(speak, 'a session left in the middle of a segment does not disturb the next', async (stt, segments) => {
      await leaveInTheMiddle(stt, segments);
      const { words } = await recognised(stt.transcribe(from(await segments.whole(3))));
      same('the words', words(3), SAID[3]);
    }),
    heard(speak, 'an error of the speech ends the session and closes it', async (stt, { open }, closed) => {
      const gone = new Error('the microphone was pulled');
      const speech = concat(
        from(await open(0)),
        throwError(() => gone),
      );
      const end = await recognised(stt.transcribe(speech)).catch((error: unknown) => error);
      same('the error', end, gone);
      await closed();
    }),
  ];
}

function together(speak: Speak): readonly SttVow[] {
  return [
    heard(speak, 'two sessions at once do not disturb each other', async (stt, { whole }) => {
      const [first, second] = await Promise.all([
        recognised(stt.transcribe(from(await whole(0)))),
        recognised(stt.transcribe(from(await whole(3)))),
      ]);
      same('the words of the first', [first.words(0), first.words(3)], [SAID[0], '']);
      same('the words of the second', [second.words(0), second.words(3)], ['', SAID[3]]);
    }),
    heard(speak, 'one session subscribed to twice is heard twice', async (stt, { whole }) => {
      const session = stt.transcribe(from(await whole(0)));
      const [first, second] = [await recognised(session), await recognised(session)];
      same('the words', [first.words(0), second.words(0)], [SAID[0], SAID[0]]);
    }),
  ];
}

function heard(
  speak: Speak,
  name: string,
  keep: (stt: SpeechToText, segments: Segments, closed: () => Promise<void>) => Promise<void>,
): SttVow {
  return {
    name,
    keep: ({ subject: { stt, closed } }) =>
      keep(stt, segmentsFor(stt, speak), () => inTime('that everything is closed', closed())),
  };
}

/** Unsubscribes when something was answered and the segment goes on. */
async function leaveInTheMiddle(stt: SpeechToText, { open }: Segments): Promise<void> {
  const inputs = await open(2);
  const speech = new Subject<SttInput>();
  const answered = firstAnswer(stt.transcribe(speech), () => tell(speech, inputs.slice(1)));
  tell(speech, [...inputs, { kind: 'flush', segment: 2 }]);
  await answered;
}

/** The first answer of a session, which is left with it; `last` is what is done before. */
function firstAnswer(session: Observable<SttEvent>, last: () => void = () => {}): Promise<SttEvent> {
  const answered = firstValueFrom(
    session.pipe(
      filter(isAnswer),
      concatMap((event) => (last(), [event])),
    ),
  );
  return inTime('an answer', answered);
}
