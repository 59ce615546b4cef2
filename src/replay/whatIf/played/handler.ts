import { defer, EMPTY, mergeMap, NEVER, of, throwError, type Observable } from 'rxjs';
import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { LLMResponseHandlerInput } from '../../../session/agent.ts';
import type { SessionControl } from '../../../session/sessionControl.ts';
import { atPace } from '../recorded/answerPace.ts';
import type { AnswerEnd, RecordedAnswer } from '../recorded/answers.ts';
import { AnswerPlan } from './answerPlan.ts';
import { findAnswer } from './findAnswer.ts';
import type { HandlerCall } from './handlerCall.ts';
import { createRequestSteps, playSteps, type Step } from './playSteps.ts';
import { isPartOfTurn, recordedTurn, type DueCall, type Progress } from './progress.ts';
import type { Run } from './run.ts';

/**
 * Creates an agent's handler, which gives the recorded answers regardless of the messages and adds its calls to those
 * of the run.
 */
export function createHandler(
  run: Run,
  agent: string | undefined,
): (input: LLMResponseHandlerInput<object>) => Observable<ChatCompletionChunk> {
  return (input) =>
    defer(() => {
      const { call, answer } = beginCall(run, agent, input);
      run.calls.push(call);
      if (input.speculative !== true && isRequested(run.progress)) run.progress.requested += 1;
      if (call.answer === 'live') return askLive(run, agent, input);
      if (answer === null) return EMPTY;
      return playSteps(createSteps(answer, call, input.session, run), run.clock);
    });
}

/**
 * Assigns the committed turn to the call made ahead of it, if that call was made for the same words. Then returns its
 * plan.
 */
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

/** Asks the agent of the application. Its answer takes as long as recorded answers do. */
function askLive(
  { live, recorded, clock }: Run,
  agent: string | undefined,
  input: LLMResponseHandlerInput<object>,
): Observable<ChatCompletionChunk> {
  const play = (chunks: readonly ChatCompletionChunk[]): Observable<ChatCompletionChunk> => {
    const steps = atPace(chunks, recorded.answerPace);
    return playSteps(
      steps.map(({ atMs, chunk }) => ({ atMs, run: () => of(chunk) })),
      clock,
    );
  };
  return live?.ask(agent, input).pipe(mergeMap(play)) ?? EMPTY;
}

function beginCall(run: Run, agent: string | undefined, input: LLMResponseHandlerInput<object>): BegunCall {
  const { recorded, progress, calls, clock } = run;
  const isAhead = input.speculative === true;
  const due = isAhead ? dueAhead(run) : progress.due;
  const plan = isAhead ? new AnswerPlan(due.recorded) : progress.plan;
  const before = due.round === 0 ? undefined : calls.findLast(({ turn }) => turn === due.turn);
  const isHandedOver = before !== undefined && before.agent !== agent;
  const begins = before === undefined || isHandedOver;
  const found = findAnswer(recorded, { plan, round: due.round, agent, begins });
  const isOwn = found.kind === 'own' && !due.isPart && (begins || before.answer !== 'live');
  const { answer, kind } = run.live === undefined || isOwn ? found : LIVE;
  const place = answer && { turn: answer.turn, round: answer.round };
  const { messages } = input;
  const asked = { ...due, atMs: clock.now(), agent, messages, plan, reply: progress.rounds.reply, isHandedOver };
  return { call: { ...asked, answer: kind, place, brokeOff: false }, answer };
}

/** Returns whether the current call belongs to an answer that the application has requested. */
function isRequested({ due: { turn, round }, rounds }: Progress): boolean {
  return rounds.takeNews().length === 0 && round === 0 && !rounds.isOfUser(turn);
}

/** Marks an answer by the application's agent. */
const LIVE = { answer: null, kind: 'live' } as const;

/** Returns the call for an answer ahead of a turn. */
function dueAhead({ recorded, progress }: Run): DueCall {
  const [turn, isPart] = [recordedTurn(recorded, progress), isPartOfTurn(recorded, progress)];
  return { turn: -1, round: 0, recorded: turn, isPart };
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
