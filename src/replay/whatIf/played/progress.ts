import { msOfSamples } from '../../../core/audio.ts';
import type { Line, WrittenVadEvent } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import { Rounds } from '../recorded/rounds.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { lacksRecogniser } from '../recorded/voice.ts';
import type { Windows } from '../recorded/windows.ts';
import { wordsUpTo } from '../recorded/words.ts';
import { AnswerPlan } from './answerPlan.ts';

/** The position of a run in its recording. */
export interface Progress {
  /** The number of recorded words recognised so far. */
  wordsUpTo: number;
  /** The number of lines typed so far. */
  typed: number;
  /** Time of the last typed line, if no word has come since. */
  typedAtMs: number | null;
  readonly segmentsWithWords: Set<number>;
  /** The last voiced window of the last segment; kept in sessions without a recogniser. */
  voicedUpTo: number;
  readonly rounds: Rounds;
  /** The number of answers that the application has requested. */
  requested: number;
  /** The current call of the handler, and the recorded turn whose answer it gets. */
  due: DueCall;
  /** The answers that the turn gets. */
  plan: AnswerPlan;
  /** Called when words or a typed line become known, before the session receives them. */
  onWords: () => void;
}

export interface DueCall {
  readonly turn: number;
  readonly round: number;
  readonly recorded: number | null;
  /** True if the turn of the recording continues after it. */
  readonly isPart: boolean;
}

export function createProgress(): Progress {
  return {
    wordsUpTo: 0,
    typed: 0,
    typedAtMs: null,
    segmentsWithWords: new Set(),
    voicedUpTo: -1,
    rounds: new Rounds(),
    requested: 0,
    due: { turn: -1, round: 0, recorded: null, isPart: false },
    plan: new AnswerPlan(null),
    onWords: () => {},
  };
}

/** Notes the speech that a session without a recogniser commits. */
export function noteVoice(line: Line, progress: Progress, { head, transcribed, windows }: RecordedSession): void {
  if (!lacksRecogniser(head)) return;
  const activity = valueOut(line, 'activity');
  if (activity?.kind === 'ended') progress.voicedUpTo = lastVoicedWindow(line.t, activity, windows);
  const { segments = [] } = valueOut(line, 'userTurn')?.input ?? {};
  if (segments.length === 0) return;
  for (const segment of segments) progress.segmentsWithWords.add(segment);
  progress.wordsUpTo = wordsUpTo(transcribed.words, progress.voicedUpTo);
  progress.typedAtMs = null;
  progress.onWords();
}

function lastVoicedWindow(
  t: number,
  { atMs, lastVoicedMs }: Extract<WrittenVadEvent, { kind: 'ended' }>,
  { times, format }: Windows,
): number {
  const scored = times.findLastIndex((time) => time <= t);
  return scored - Math.round((atMs - lastVoicedMs) / msOfSamples(format.windowSamples, format.sampleRate));
}

/** Returns whether the recorded turn has more words, or typed lines, than are known. */
export function isPartOfTurn(session: RecordedSession, progress: Progress): boolean {
  const turn = recordedTurn(session, progress);
  const { ofWord, ofTyped } = session.turns;
  return turn !== null && (ofWord[progress.wordsUpTo] === turn || ofTyped[progress.typed] === turn);
}

/** Returns the recorded turn that contains the last recognised word or typed line. */
export function recordedTurn({ turns }: RecordedSession, { typed, typedAtMs, wordsUpTo }: Progress): number | null {
  return (typedAtMs === null ? turns.ofWord[wordsUpTo - 1] : turns.ofTyped[typed - 1]) ?? null;
}

/** Returns the recorded turn of an answer on request, or of the answer to results from the background. */
export function requestedTurn(
  { requested }: RecordedSession,
  { rounds: { news }, requested: count }: Progress,
): number | null {
  if (news.length === 0) return requested.filter((one) => one.news.length === 0)[count]?.turn ?? null;
  return requested.find((one) => one.news.some((id) => news.includes(id)))?.turn ?? null;
}
