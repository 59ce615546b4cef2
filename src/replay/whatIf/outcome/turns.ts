import { joinText } from '../../../core/text.ts';
import type { EndReason } from '../../../core/turn.ts';
import { allOut, lastVoicedAt, ofKind } from '../../lines.ts';
import type { Commit } from '../played/commit.ts';
import { findHandedOver, type PlayedConversation } from '../played/playedConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { AgentSpeech } from './speech.ts';
import type { PlayedInterruption } from './interruptions.ts';

/** Longest pause within a user's turn, in ms. */
export const LONGEST_PAUSE_MS = 3000;

/** A turn of the user in one run, and its answer. Times are session times in ms. */
export interface PlayedTurn {
  readonly turn: number;
  /** The turn of the recording that contains its last word, or null. */
  readonly recorded: number | null;
  readonly text: string;
  readonly committedMs: number;
  /** End of the user's turn: the last voiced sample before the commit, or the time of typing. */
  readonly quietMs: number;
  /** Time at which the answer was first heard. Null if it never was. */
  readonly audibleMs: number | null;
  /** The user's wait, from `quietMs` to `audibleMs`. */
  readonly waitMs: number | null;
  /**
   * True if the user had not finished: the next word came within 3 s, and before the answer had been audible for 1 s.
   */
  readonly cutOff: boolean;
  /** The end of the reply. Null if there was no reply or the recording ended first. */
  readonly reply: EndReason | null;
  /** The part of the reply that was heard. */
  readonly heard: string;
}

/** The agent's speech as it was heard, and the interruptions. */
export interface AgentAudio {
  readonly agent: readonly AgentSpeech[];
  readonly interruptions: readonly PlayedInterruption[];
}

/** Finds the user's turns as a run committed them. */
export function findTurns(
  recorded: RecordedSession,
  played: PlayedConversation,
  audio: AgentAudio,
): readonly PlayedTurn[] {
  return played.commits.map((commit) => createTurn(commit, recorded, played, audio));
}

/** A user who continues this soon after the agent began had not finished, in ms. */
const BEGUN_MS = 1000;

/**
 * Returns whether the user had not finished: the next recognised word ends at most 3 s after the turn's last voiced
 * sample, and before the answer has been audible for 1 s.
 */
export function isCutOff(
  { quietMs, audibleMs }: Pick<PlayedTurn, 'quietMs' | 'audibleMs'>,
  nextWordMs: number | undefined,
): boolean {
  if (nextWordMs === undefined) return false;
  return nextWordMs <= quietMs + LONGEST_PAUSE_MS && nextWordMs < (audibleMs ?? Number.POSITIVE_INFINITY) + BEGUN_MS;
}

function createTurn(
  commit: Commit,
  recorded: RecordedSession,
  played: PlayedConversation,
  { agent, interruptions }: AgentAudio,
): PlayedTurn {
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
    reply: endOf(turn, { agent: own, interruptions: interruptions.filter((one) => one.turn === turn) }, played),
    heard: joinText(...own.map((sound) => sound.text)),
  };
}

/** Returns the end of the last voice with words before that time. */
function quietBefore(atMs: number, { output, segmentsWithWords }: PlayedConversation): number {
  const ends = ofKind(allOut(output, 'activity'), 'ended');
  const last = ends.findLast(({ t, v }) => t <= atMs && segmentsWithWords.has(v.segment));
  return last === undefined ? atMs : lastVoicedAt(last);
}

/** Returns the time of the next word recognised after the turn. A late transcript of an earlier word does not count. */
function nextWordMs(
  { wordsUpTo }: Commit,
  quietMs: number,
  { transcribed, windows }: RecordedSession,
  { wordsUpTo: last }: PlayedConversation,
): number | undefined {
  const times = transcribed.words.slice(wordsUpTo, last).map(({ window }) => windows.times[window] ?? 0);
  return times.find((time) => time > quietMs);
}

/**
 * Returns how a reply ended. A reply whose text is complete may still be cut in playout; without a cut, the user hung
 * up.
 */
function endOf(turn: number, { agent, interruptions }: AgentAudio, played: PlayedConversation): EndReason | null {
  const handedOver = findHandedOver(played);
  const ends = ofKind(allOut(played.output, 'reply'), 'ended');
  const ended = ends.findLast(({ v }) => (handedOver.get(v.turn) ?? v.turn) === turn);
  const reason = ended?.v.reason ?? null;
  const last = agent.at(-1);
  const whole = reason === 'complete' && (last === undefined || last.whole === true);
  if (whole || reason === 'superseded' || reason === 'failed') return reason;
  return interruptions.some(({ atMs }) => atMs >= (last?.fromMs ?? 0)) ? 'interrupted' : null;
}
