import { defer, EMPTY, NEVER, of, throwError, type Observable } from 'rxjs';
import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { LLMResponseHandlerInput, SessionControl } from '../../../session/agent.ts';
import type { AnswerEnd, RecordedAnswer } from '../recorded/answers.ts';
import { AnswerPlan } from './answerPlan.ts';
import { findAnswer } from './findAnswer.ts';
import type { HandlerCall } from './handlerCall.ts';
import { createRequestSteps, playSteps, type Step } from './playSteps.ts';
import { recordedTurn, type DueCall } from './progress.ts';
import type { Run } from './run.ts';

/** Creates the handler of an agent, which gives its recorded answers, whatever the messages are, and adds its calls to those of the run. */
export function createHandler(
  run: Run,
  agent: string | undefined,
): (input: LLMResponseHandlerInput<object>) => Observable<ChatCompletionChunk> {
  return (input) =>
    defer(() => {
      const { call, answer } = beginCall(run, agent, input);
      run.calls.push(call);
      if (answer === null) return EMPTY;
      return playSteps(createSteps(answer, call, input.session, run), run.clock);
    });
}

/** Gives the call that was asked ahead the turn that was committed, if it was asked for its words. Returns its plan then. */
export function settleAhead(
  calls: readonly HandlerCall[],
  { turn, text }: { readonly turn: number; readonly text: string },
): AnswerPlan | undefined {
  const ahead = calls.findLast((call) => call.turn < 0);
  if (ahead?.messages.at(-1)?.content !== text.trim()) return undefined;
  ahead.turn = turn;
  return ahead.plan;
}

interface BegunCall {
  readonly call: HandlerCall;
  readonly answer: RecordedAnswer | null;
}

function beginCall(
  { recorded, progress, calls, clock }: Run,
  agent: string | undefined,
  { messages, speculative }: LLMResponseHandlerInput<object>,
): BegunCall {
  const ahead: DueCall = { turn: -1, round: 0, recorded: recordedTurn(recorded, progress) };
  const due = speculative === true ? ahead : progress.due;
  const plan = speculative === true ? new AnswerPlan(due.recorded) : progress.plan;
  const before = calls.findLast(({ turn }) => turn === due.turn);
  const isHandedOver = due.round > 0 && before?.agent !== agent;
  const begins = due.round === 0 || isHandedOver;
  const { answer, kind } = findAnswer(recorded, { plan, round: due.round, agent, begins });
  const place = answer && { turn: answer.turn, round: answer.round };
  const asked = { ...due, atMs: clock.now(), agent, messages, plan, reply: progress.rounds.reply, isHandedOver };
  return { call: { ...asked, answer: kind, place, brokeOff: false }, answer };
}

function createSteps(
  { chunks, requests, end }: RecordedAnswer,
  call: HandlerCall,
  session: SessionControl,
  run: Run,
): readonly Step<ChatCompletionChunk>[] {
  const endMs = end.kind === 'cut' ? (chunks.at(-1)?.atMs ?? 0) : end.atMs;
  const made = requests.filter(({ atMs }) => end.kind !== 'complete' || atMs <= endMs);
  return [
    ...chunks.map(({ atMs, chunk }) => ({ atMs, run: () => of(chunk) })),
    ...createRequestSteps(made, session, run),
    { atMs: endMs, run: () => emitEnd(end, call) },
  ];
}

function emitEnd(end: AnswerEnd, call: HandlerCall): Observable<never> {
  if (end.kind === 'failed') return throwError(() => new Error(end.error.message));
  if (end.kind === 'stalled') return NEVER;
  call.brokeOff = end.kind === 'cut';
  return EMPTY;
}
