import type { Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { AnswerPlan } from './answerPlan.ts';
import { isPartOfTurn, recordedTurn, requestedTurn, type Progress } from './progress.ts';

/** A turn of the user. */
export interface Commit {
  readonly turn: number;
  readonly text: string;
  readonly atMs: number;
  /** The turn of the recording that contains its last word, or null. */
  readonly recorded: number | null;
  /** The number of recorded words recognised by then. */
  readonly wordsUpTo: number;
  /** The number of lines typed by then. */
  readonly typedUpTo: number;
  /** Time at which it was typed. Null if it was spoken. */
  readonly typedAtMs: number | null;
}

/** Records the handler call that a line causes. @returns the turn that the line commits */
export function noteLine(line: Line, progress: Progress, session: RecordedSession): Commit | undefined {
  const round = progress.rounds.note(line);
  if (round === undefined) return undefined;
  const isOfUser = progress.rounds.isOfUser(round.turn);
  const first = isOfUser ? recordedTurn(session, progress) : requestedTurn(session, progress);
  const recorded = round.round === 0 ? first : progress.due.recorded;
  const isPart = round.round === 0 && isOfUser && isPartOfTurn(session, progress);
  progress.due = { ...round, recorded, isPart };
  if (round.round === 0) progress.plan = new AnswerPlan(recorded);
  const { wordsUpTo, typed: typedUpTo, typedAtMs } = progress;
  const turn = valueOut(line, 'userTurn');
  if (turn === undefined || turn.request !== undefined) return undefined;
  const text = turn.text === '' ? lateText(recorded, progress, session) : turn.text;
  return { turn: turn.turn, text, atMs: line.t, recorded, wordsUpTo, typedUpTo, typedAtMs };
}

/** Returns the words that the speech model found in a turn, if it is whole. */
function lateText(recorded: number | null, { due }: Progress, { turns }: RecordedSession): string {
  if (due.isPart) return '';
  return turns.committed.find(({ turn }) => turn === recorded)?.text ?? '';
}
