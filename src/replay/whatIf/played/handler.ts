import { concatMap, defer, EMPTY, NEVER, of, takeWhile, throwError, type Observable, type SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { ChatMessage } from '../../../core/message.ts';
import type { LLMResponseHandlerInput } from '../../../session/agent.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import { fromTimes, type Timed } from '../fromTimes.ts';
import type { AnswerEnd, RecordedAnswer } from '../recorded/answers.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { applyRequest } from '../../applyRequest.ts';
import type { DueCall } from './progress.ts';

/** One call of the handler in a run. */
export interface HandlerCall extends DueCall {
  readonly atMs: number;
  readonly messages: readonly ChatMessage[];
  /** `own`: of the recorded turn · `borrowed`: of another turn, as none was recorded · `none`: there is none. */
  readonly answer: 'own' | 'borrowed' | 'none';
  /** It reached the point where the recorded answer was cut: its rest is not known. */
  brokeOff: boolean;
}

/** Creates a handler that gives the recorded answers, whatever its messages, and adds its calls to `calls`. */
export function createHandler(
  recorded: RecordedSession,
  due: () => DueCall,
  calls: HandlerCall[],
  scheduler: SchedulerLike,
): (input: LLMResponseHandlerInput<object>) => Observable<ChatCompletionChunk> {
  return ({ messages, session }) =>
    defer(() => {
      const now = scheduler.now();
      const dueCall = due();
      const { answer, kind } = findAnswer(recorded.answers, dueCall);
      const call: HandlerCall = { ...dueCall, atMs: now, messages, answer: kind, brokeOff: false };
      calls.push(call);
      if (answer === null) return EMPTY;
      return fromTimes(createAnswerSteps(answer, now), scheduler).pipe(
        takeWhile((line) => line.kind !== 'end' || line.end.kind !== 'complete'),
        concatMap((line) => {
          if (line.kind === 'chunk') return of(line.chunk);
          if (line.kind === 'request') applyRequest(session, line.request);
          else return endOf(line.end, call);
          return EMPTY;
        }),
      );
    });
}

type AnswerStep = Timed &
  (
    | { readonly kind: 'chunk'; readonly chunk: ChatCompletionChunk }
    | { readonly kind: 'request'; readonly request: SessionRequest }
    | { readonly kind: 'end'; readonly end: AnswerEnd }
  );

function createAnswerSteps({ chunks, requests, end }: RecordedAnswer, now: number): readonly AnswerStep[] {
  const lastMs = chunks.at(-1)?.atMs ?? 0;
  return [
    ...chunks.map(({ atMs, chunk }): AnswerStep => ({ atMs: now + atMs, kind: 'chunk', chunk })),
    ...requests.map((one): AnswerStep => ({ ...one, atMs: now + one.atMs, kind: 'request' })),
    { atMs: now + (end.kind === 'cut' ? lastMs : end.atMs), kind: 'end' as const, end },
  ].toSorted((a, b) => a.atMs - b.atMs);
}

function endOf(end: AnswerEnd, call: HandlerCall): Observable<never> {
  if (end.kind === 'failed') return throwError(() => new Error(end.error.message));
  if (end.kind === 'stalled') return NEVER;
  call.brokeOff = end.kind === 'cut';
  return EMPTY;
}

/** Finds the answer of the turn, or of the nearest turn, preferably a later one: that knows more of the user's words. */
function findAnswer(
  answers: readonly RecordedAnswer[],
  { recorded, round }: DueCall,
): { readonly answer: RecordedAnswer | null; readonly kind: HandlerCall['answer'] } {
  const known = answers.filter(({ chunks, end }) => chunks.length > 0 || end.kind !== 'cut');
  const own = known.find((answer) => answer.turn === recorded && answer.round === round);
  if (own !== undefined) return { answer: own, kind: 'own' };
  const first = known.filter((answer) => answer.round === 0);
  const borrowed = first.find(({ turn }) => turn > (recorded ?? Number.POSITIVE_INFINITY)) ?? first.at(-1);
  if (round > 0 || borrowed === undefined) return { answer: null, kind: 'none' };
  return { answer: borrowed, kind: 'borrowed' };
}
