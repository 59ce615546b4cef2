import { defer, EMPTY, NEVER, of, throwError, type Observable, type SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { ChatMessage } from '../../../core/message.ts';
import type { LLMResponseHandlerInput, SessionControl } from '../../../session/agent.ts';
import type { AnswerEnd, RecordedAnswer } from '../recorded/answers.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { createRequestSteps, playSteps, type Step } from './playSteps.ts';
import type { DueCall } from './progress.ts';

/** One call of the handler in a run. */
export interface HandlerCall extends Omit<DueCall, 'turn'> {
  /** -1: it was asked ahead, and that turn has not come. */
  turn: number;
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
  due: (speculative: boolean) => DueCall,
  calls: HandlerCall[],
  scheduler: SchedulerLike,
): (input: LLMResponseHandlerInput<object>) => Observable<ChatCompletionChunk> {
  return ({ messages, session, speculative = false }) =>
    defer(() => {
      const dueCall = due(speculative);
      const { answer, kind } = findAnswer(recorded.answers, dueCall);
      const call: HandlerCall = { ...dueCall, atMs: scheduler.now(), messages, answer: kind, brokeOff: false };
      calls.push(call);
      if (answer === null) return EMPTY;
      return playSteps(createSteps(answer, call, session), scheduler);
    });
}

/** Gives the call that was asked ahead the turn that was committed, if it was asked for its words. */
export function settleAhead(
  calls: readonly HandlerCall[],
  { turn, text }: { readonly turn: number; readonly text: string },
): void {
  const ahead = calls.findLast((call) => call.turn < 0);
  if (ahead?.messages.at(-1)?.content === text.trim()) ahead.turn = turn;
}

function createSteps(
  { chunks, requests, end }: RecordedAnswer,
  call: HandlerCall,
  session: SessionControl,
): readonly Step<ChatCompletionChunk>[] {
  const endMs = end.kind === 'cut' ? (chunks.at(-1)?.atMs ?? 0) : end.atMs;
  const made = requests.filter(({ atMs }) => end.kind !== 'complete' || atMs <= endMs);
  return [
    ...chunks.map(({ atMs, chunk }) => ({ atMs, run: () => of(chunk) })),
    ...createRequestSteps(made, session),
    { atMs: endMs, run: () => emitEnd(end, call) },
  ];
}

function emitEnd(end: AnswerEnd, call: HandlerCall): Observable<never> {
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
