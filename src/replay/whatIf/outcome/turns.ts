import { joinText } from '../../../core/text.ts';
import type { EndReason } from '../../../core/turn.ts';
import { allOut } from '../../lines.ts';
import type { Commit, PlayedConversation } from '../played/runConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { endsOf, lastVoicedAt } from './sounds.ts';
import type { Interruption } from './cuts.ts';
import type { AgentSound } from './sounds.ts';

/** A pause beyond this is no pause within what the user says, in ms. */
export const LONGEST_PAUSE_MS = 3000;

/** A turn of the user in one run, and what came of it. Times are those of the session, in ms. */
export interface Turn {
  readonly turn: number;
  /** The turn of the recording that holds its last word; null: none does. */
  readonly recorded: number | null;
  readonly text: string;
  readonly committedMs: number;
  /** When the user had finished: the last voiced sample before the commit, or the typing. */
  readonly quietMs: number;
  /** When the answer was first heard; null: never. */
  readonly audibleMs: number | null;
  /** What the user waited, from the one to the other. */
  readonly waitMs: number | null;
  /** The user had not finished: the next word came within 3 s, and before the answer had been audible for 1 s. */
  readonly cutOff: boolean;
  /** How the reply ended, heard to the end or not; null: it had not when the recording did, or there was none. */
  readonly reply: EndReason | null;
  /** What was heard of it. */
  readonly heard: string;
}

/** What was heard of the agent, and where it was interrupted. */
export interface AgentAudio {
  readonly agent: readonly AgentSound[];
  readonly cuts: readonly Interruption[];
}

/** The turns of the user, as a run committed them. */
export function turnsOf(recorded: RecordedSession, played: PlayedConversation, heard: AgentAudio): readonly Turn[] {
  return played.commits.map((commit) => turnAfter(commit, recorded, played, heard));
}

/** Who goes on speaking so soon after the agent has begun had not finished, in ms. */
const BEGUN_MS = 1000;

/**
 * A turn is cut off if its user had not finished: the next word that the session heard ends at most 3 s after the last
 * voiced sample of the turn, and before the answer has been audible for 1 s.
 */
export function isCutOff(
  { quietMs, audibleMs }: Pick<Turn, 'quietMs' | 'audibleMs'>,
  nextWordMs: number | undefined,
): boolean {
  if (nextWordMs === undefined) return false;
  return nextWordMs <= quietMs + LONGEST_PAUSE_MS && nextWordMs < (audibleMs ?? Number.POSITIVE_INFINITY) + BEGUN_MS;
}

function turnAfter(
  commit: Commit,
  recorded: RecordedSession,
  played: PlayedConversation,
  { agent, cuts }: AgentAudio,
): Turn {
  const { turn, text, atMs: committedMs } = commit;
  const quietMs = commit.typedAtMs ?? quietBefore(committedMs, played);
  const own = agent.filter((sound) => sound.turn === turn);
  const audibleMs = own[0]?.fromMs ?? null;
  return {
    turn,
    recorded: commit.recorded,
    text,
    committedMs,
    quietMs,
    audibleMs,
    waitMs: audibleMs === null ? null : audibleMs - quietMs,
    cutOff:
      commit.typedAtMs === null && isCutOff({ quietMs, audibleMs }, nextWordMs(commit, quietMs, recorded, played)),
    reply: endOf(turn, { agent: own, cuts: cuts.filter((cut) => cut.turn === turn) }, played),
    heard: joinText(...own.map((sound) => sound.text)),
  };
}

/** End of the last voice with words before that time. */
function quietBefore(atMs: number, { output: told, segmentsWithWords: worded }: PlayedConversation): number {
  const ends = endsOf(allOut(told, 'activity'));
  const last = ends.findLast(({ t, v }) => t <= atMs && worded.has(v.segment));
  return last === undefined ? atMs : lastVoicedAt(last);
}

/** When the next word was said that came to the session after the turn; one that only came late does not count. */
function nextWordMs(
  { wordsUpTo: heardUpTo }: Commit,
  quietMs: number,
  { transcribed: heard, windows }: RecordedSession,
  { wordsUpTo: last }: PlayedConversation,
): number | undefined {
  const times = heard.words.slice(heardUpTo, last).map(({ window }) => windows.times[window] ?? 0);
  return times.find((time) => time > quietMs);
}

/** A reply whose text is complete may yet be cut while it is heard. Without a cut it broke off as the user hung up. */
function endOf(turn: number, { agent, cuts }: AgentAudio, { output: told }: PlayedConversation): EndReason | null {
  const ended = allOut(told, 'reply').find(({ v }) => v.kind === 'ended' && v.turn === turn)?.v;
  const reason = ended?.kind === 'ended' ? ended.reason : null;
  const last = agent.at(-1);
  const whole = reason === 'complete' && (last === undefined || last.whole === true);
  if (whole || reason === 'superseded' || reason === 'failed') return reason;
  return cuts.some(({ atMs }) => atMs >= (last?.fromMs ?? 0)) ? 'interrupted' : null;
}
