import { countWords, joinText } from '../../core/text.ts';
import type { EndReason } from '../../core/turn.ts';
import type { Commit, Played } from './played/play.ts';
import { allOut } from './recorded/lines.ts';
import type { Recorded } from './recorded/recorded.ts';

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
  /** The user had not finished: see `isCutOff`. */
  readonly cutOff: boolean;
  /** How the reply ended, heard to the end or not; null: it had not when the recording did, or there was none. */
  readonly reply: EndReason | null;
  /** What was heard of it. */
  readonly heard: string;
}

/** The agent was cut while it spoke. */
export interface Cut {
  readonly atMs: number;
  /** The turn whose answer it was; a first message has a turn, too, that is none of the user's. */
  readonly turn: number | null;
  /** Words heard of what it was saying. */
  readonly words: number;
  /** Nobody said anything: a cough, a door. */
  readonly isFalse: boolean;
}

/** A stretch of sound. */
export interface Sound {
  readonly fromMs: number;
  readonly toMs: number;
  readonly text: string;
}

/** What came of a conversation under one setting. */
export interface Outcome {
  readonly turns: readonly Turn[];
  readonly cuts: readonly Cut[];
  /** The user's segments, with their words, and what was heard of the agent. */
  readonly user: readonly Sound[];
  readonly agent: readonly Sound[];
}

/** What a run shows. */
export function outcomeOf(recorded: Recorded, played: Played): Outcome {
  const turnOf = new Map(
    allOut(played.told, 'speech').flatMap(({ v }) => (v.kind === 'started' ? [[v.utterance, v.turn] as const] : [])),
  );
  const agent = soundsOf(recorded, played, turnOf);
  return {
    turns: played.commits.map((commit) => turnAfter(commit, recorded, played, agent)),
    cuts: cutsOf(played, turnOf),
    user: segmentsOf(played),
    agent,
  };
}

/** A pause beyond this is no pause within what the user says, in ms. */
const LONGEST_PAUSE_MS = 3000;
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

function turnAfter(commit: Commit, recorded: Recorded, played: Played, agent: readonly Spoken[]): Turn {
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
    reply: endOf(turn, own, played),
    heard: joinText(...own.map((sound) => sound.text)),
  };
}

/** End of the last voice with words before that time. */
function quietBefore(atMs: number, { told, worded }: Played): number {
  const ended = allOut(told, 'activity').findLast(
    ({ t, v }) => v.kind === 'ended' && t <= atMs && worded.has(v.segment),
  );
  return ended?.v.kind === 'ended' ? ended.t - (ended.v.atMs - ended.v.lastVoicedMs) : atMs;
}

/** When the next word was said that came to the session after the turn; one that only came late does not count. */
function nextWordMs(
  { heardUpTo }: Commit,
  quietMs: number,
  { heard, windows }: Recorded,
  { heardUpTo: last }: Played,
): number | undefined {
  const times = heard.words.slice(heardUpTo, last).map(({ window }) => windows.times[window] ?? 0);
  return times.find((time) => time > quietMs);
}

interface Spoken extends Sound {
  readonly turn: number;
  /** The client had all of it; null: it was still playing. */
  readonly whole: boolean | null;
}

/** A reply whose text is complete may yet be cut while it is heard. */
function endOf(turn: number, own: readonly Spoken[], { told }: Played): EndReason | null {
  const ended = allOut(told, 'reply').find(({ v }) => v.kind === 'ended' && v.turn === turn)?.v;
  const reason = ended?.kind === 'ended' ? ended.reason : null;
  const last = own.at(-1);
  if (reason !== 'complete' || last === undefined) return reason;
  if (last.whole === null) return null;
  return last.whole ? 'complete' : 'interrupted';
}

/** The client's own output latency comes on top of when it says it plays. */
function soundsOf(
  { client: { outputLatencyMs } }: Recorded,
  { utterances, told }: Played,
  turnOf: ReadonlyMap<string, number>,
): readonly Spoken[] {
  const stopped = allOut(told, 'playout').flatMap(({ v }) => (v.kind === 'stopped' ? [v] : []));
  return utterances.flatMap(({ utterance, startedAtMs, stoppedAtMs }) => {
    if (startedAtMs === undefined) return [];
    const { heard: text = '', whole = null } = stopped.find((stop) => stop.utterance === utterance) ?? {};
    const [fromMs, toMs] = [startedAtMs + outputLatencyMs, (stoppedAtMs ?? startedAtMs) + outputLatencyMs];
    return [{ turn: turnOf.get(utterance) ?? -1, text, whole, fromMs, toMs }];
  });
}

/** From asking for the floor to the news of what was heard, in ms: as long as the client is waited for, and a little. */
const NEWS_MS = 300;

function cutsOf({ told, worded }: Played, turnOf: ReadonlyMap<string, number>): readonly Cut[] {
  const stops = allOut(told, 'playout').filter(({ v }) => v.kind === 'stopped');
  const barges = allOut(told, 'interruption');
  return allOut(told, 'event').flatMap(({ t: atMs, v }) => {
    if (v.name !== 'on_agent_interrupted') return [];
    const utterance = stops.findLast(({ t }) => t <= atMs)?.v.utterance ?? '';
    const by = barges.findLast(({ t }) => t <= atMs && t >= atMs - NEWS_MS)?.v;
    const { content } = v['message'] as { readonly content: string };
    const isFalse = by !== undefined && !worded.has(by.segment);
    return [{ atMs, turn: turnOf.get(utterance) ?? null, words: countWords(content), isFalse }];
  });
}

function segmentsOf({ told }: Played): readonly Sound[] {
  const finals = allOut(told, 'transcript').filter(({ v }) => v.kind === 'final');
  const ended = allOut(told, 'activity').flatMap(({ t, v }) => (v.kind === 'ended' ? [{ t, v }] : []));
  return allOut(told, 'activity').flatMap(({ t, v }) => {
    if (v.kind !== 'started') return [];
    const end = ended.find((one) => one.v.segment === v.segment);
    const text = joinText(...finals.flatMap((one) => (one.v.segment === v.segment ? one.v.text : [])));
    const toMs = end === undefined ? t : end.t - (end.v.atMs - end.v.lastVoicedMs);
    return [{ fromMs: t - v.voicedMs, toMs, text }];
  });
}
