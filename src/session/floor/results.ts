import type { FunctionCall } from '../../core/message.ts';
import type { BackgroundNews, FunctionResults } from '../../core/turn.ts';
import { isReplyDue } from './background.ts';
import { endReply } from './cut.ts';
import { decide, emitFact, setFloor, type OpenStep } from './openStep.ts';
import { answerWhenSilent, completeCalls, say } from './reply.ts';
import { hasSounded, type Reply } from './replyState.ts';
import type { DueResult, Floor } from './state.ts';
import { isUserActive } from './user.ts';

/** Applies the results of a round, or the news of a call that went on in the background. */
export function applyResults(step: OpenStep, results: FunctionResults): void {
  if (results.background === undefined) completeCalls(step, results);
  else applyNews(step, results, results.background);
}

/** Adds the progress or the final result of a call to the history. A call that has ended has no news. */
function applyNews(step: OpenStep, { turn, round, results }: FunctionResults, news: BackgroundNews): void {
  const [result] = results;
  const { background, due } = step.floor;
  const running = background.find(
    (other) => other.turn === turn && other.round === round && other.call.id === result?.tool_call_id,
  );
  if (result === undefined || running === undefined) return;
  if (news.kind === 'progress') {
    emitFact(step, { kind: 'call_progress', result });
    if (news.say !== undefined) say(step, news.say, false);
    return;
  }
  const { policy } = news;
  setFloor(step, { background: background.filter((other) => other !== running) });
  emitFact(step, { kind: 'call_finished', result, policy });
  if (policy !== 'silent') setFloor(step, { due: [...due, { policy, answeredBy: null }] });
}

/** Ends the calls with this id, if they are running. */
export function cancelCall(step: OpenStep, id: string): void {
  const { background, rounds } = step.floor;
  const has = (call: FunctionCall): boolean => call.id === id;
  if (background.some(({ call }) => has(call)) || rounds.some(({ calls }) => calls.some(has)))
    decide(step, { kind: 'cancel_call', tool_call_id: id });
}

/** Replaces the reply for a result that is due at once. What the application has asked for is kept, and follows. */
export function interruptForResult(step: OpenStep): void {
  const { reply, due, queue, settings } = step.floor;
  if (reply === null || settings.respondOnRequest === true || !due.some(isInterrupting) || !givesWay(step.floor, reply))
    return;
  endReply(step, hasSounded(reply) ? 'interrupted' : 'superseded');
  setFloor(step, { queue });
  answerResults(step);
}

function isInterrupting({ policy, answeredBy }: DueResult): boolean {
  return policy === 'interrupt' && answeredBy === null;
}

/** Returns whether a reply of the model can end for a result: no function of it is running. */
function givesWay({ rounds, ending }: Floor, { turn, origin, awaitsRound, sound }: Reply): boolean {
  if (origin !== 'answer' || ending !== null || awaitsRound || sound.phase === 'cutting') return false;
  return !rounds.some((round) => round.turn === turn);
}

/** The number of replies to results after which the model gets no functions until the user says something. */
const MAX_IN_A_ROW = 8;

/** Queues the reply to results. A model that answers each of them with a further call would go on for ever. */
function answerResults(step: OpenStep): void {
  const { repliesToResults } = step.floor;
  setFloor(step, { repliesToResults: repliesToResults + 1 });
  answerWhenSilent(step, repliesToResults < MAX_IN_A_ROW ? {} : { withoutFunctions: true });
}

/** Queues the reply to the results that are due, as soon as neither side speaks. */
export function replyToResults(step: OpenStep): void {
  const { reply, queue, committing, user, ending, settings } = step.floor;
  if (!isReplyDue(step.floor)) return;
  if (reply !== null || queue.length > 0 || committing > 0 || ending !== null || isUserActive(user)) return;
  if (settings.respondOnRequest !== true) answerResults(step);
}
