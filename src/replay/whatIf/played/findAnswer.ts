import type { RecordedAnswer } from '../recorded/answers.ts';
import type { RecordedHandoff } from '../recorded/handoffs.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { AnswerPlan, RecordedRounds } from './answerPlan.ts';

/** The request for an answer. */
export interface AskedAnswer {
  readonly plan: AnswerPlan;
  readonly round: number;
  /** The name of the agent in charge. */
  readonly agent: string | undefined;
  /** True if the agent's answer begins with this one: in the first round, or when the turn was handed to the agent. */
  readonly begins: boolean;
}

export interface FoundAnswer {
  readonly answer: RecordedAnswer | null;
  /**
   * `own`: from the recorded turn · `borrowed`: from another turn, because none was recorded · `none`: there is no
   * answer.
   */
  readonly kind: 'own' | 'borrowed' | 'none';
}

/**
 * Finds the agent's answer to the turn, or to the nearest turn, preferably a later one, because a later turn contains
 * more of the user's words. If another agent answered the turn in the recording, the rounds that handed over to this
 * agent come first.
 */
export function findAnswer(recorded: RecordedSession, asked: AskedAnswer): FoundAnswer {
  const { plan, round, agent } = asked;
  const known = recorded.answers.filter(({ chunks, end }) => chunks.length > 0 || end.kind !== 'cut');
  const own = findOwn(known, plan, round);
  if (own !== undefined && own.agent !== agent) {
    const missed = recorded.handoffs.findLast(({ from, turn }) => from === agent && turn < own.turn);
    if (missed !== undefined) plan.putFirst(round, roundsOf(missed, recorded));
  }
  const answer = findOwn(known, plan, round);
  return answer?.agent === agent && answer !== undefined ? { answer, kind: 'own' } : borrow(known, asked, recorded);
}

function findOwn(known: readonly RecordedAnswer[], plan: AnswerPlan, round: number): RecordedAnswer | undefined {
  const place = plan.at(round);
  return known.find((answer) => answer.turn === place.turn && answer.round === place.round);
}

/** Returns the rounds in which an agent answered before it handed over, including that of the handoff. */
function roundsOf({ turn, round }: RecordedHandoff, { handoffs }: RecordedSession): RecordedRounds {
  const before = handoffs.findLast((other) => other.turn === turn && other.round < round);
  return { turn, first: before === undefined ? 0 : before.round + 1, last: round };
}

function borrow(
  known: readonly RecordedAnswer[],
  { plan, round, agent, begins }: AskedAnswer,
  { handoffs }: RecordedSession,
): FoundAnswer {
  const isMadeIn = (turn: number, round: number): boolean =>
    handoffs.some((handoff) => handoff.turn === turn && handoff.round === round);
  const others = known.filter(
    (answer) =>
      answer.agent === agent &&
      (answer.round === 0 || isMadeIn(answer.turn, answer.round - 1)) &&
      !isMadeIn(answer.turn, answer.round),
  );
  const after = plan.at(round).turn ?? Number.POSITIVE_INFINITY;
  const borrowed = others.find(({ turn }) => turn > after) ?? others.at(-1);
  return begins && borrowed !== undefined ? { answer: borrowed, kind: 'borrowed' } : { answer: null, kind: 'none' };
}
