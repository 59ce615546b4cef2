import { entriesOf, type Recording } from '../recording.ts';
import { isPushToTalk } from '../scenario.ts';
import { quietTimes, spansOf } from './spans.ts';
import {
  findBackchannels,
  knownWords,
  overlaps,
  segmentTimes,
  standInWords,
  wordsOf,
  type SegmentTimes,
  type UserWord,
} from './userWords.ts';

/** After so much silence on both sides, what the user said is a message. */
const SILENCE_MS = 5000;
/** Speech over the agent with less voice is no turn by itself, unless it ended so long before the agent. */
const REMARK_MS = 200;
const EARLY_MS = 2000;

/**
 * No words of the user stay unanswered when both sides are silent for 5 s: no segment is open, no reply and no function is
 * under way, the client is there. They may wait for what the user says next if the rules say so: backchannels, what was said
 * before an interruption that the application asked for, short remarks.
 */
export function wordsAreAnswered(recording: Recording): readonly string[] {
  if (recording.scenario.splice === 'half the turns') return [];
  const quiet = quietTimes(recording, SILENCE_MS);
  if (quiet.length === 0) return [];
  const told = toldAt(recording);
  const isLost = findBackchannels(recording);
  const mayWait = findWaiting(recording);
  const words = [...knownWords(recording), ...standInWords(recording)];
  return words.flatMap((spoken) => {
    const { word, atMs } = spoken;
    const untilMs = told.get(word) ?? Number.POSITIVE_INFINITY;
    const waited = quiet.find(({ fromMs, toMs }) => Math.min(toMs, untilMs) - Math.max(fromMs, atMs) >= SILENCE_MS);
    if (waited === undefined || isLost(spoken) || mayWait(spoken)) return [];
    return [`${atMs} "${word}" stays unanswered, though all are silent from ${waited.fromMs} on`];
  });
}

function toldAt(recording: Recording): ReadonlyMap<string, number> {
  const told = new Map<string, number>();
  for (const { atMs, value } of entriesOf(recording, 'event'))
    if (value.name === 'on_user_message_added')
      for (const word of wordsOf(value.input.message.content)) if (!told.has(word)) told.set(word, atMs);
  return told;
}

/** Tells which words may wait for what the user says next. */
function findWaiting(recording: Recording): (spoken: UserWord) => boolean {
  const replies = spansOf(recording).filter(({ kind }) => kind === 'reply');
  const segments = segmentTimes(recording);
  const interrupts = interruptionTimes(recording).filter((atMs) => replies.some(overlaps(atMs, atMs)));
  const commits = entriesOf(recording, 'userTurn').map(({ atMs }) => atMs);
  const isRemark = ({ startedAt, voicedMs, lastVoicedAt }: SegmentTimes): boolean =>
    voicedMs < REMARK_MS &&
    replies.some(overlaps(startedAt, lastVoicedAt)) &&
    replies.some(({ fromMs, toMs }) => fromMs <= lastVoicedAt + EARLY_MS && lastVoicedAt + EARLY_MS < toMs);
  return ({ atMs, segment }) => {
    const times = segment === null ? undefined : segments.get(segment);
    if (times === undefined) return interrupts.some((interrupt) => interrupt >= atMs);
    const { startedAt, endedAt } = times;
    const isDeferred = interrupts.some((interrupt) => startedAt <= interrupt && endedAt <= interrupt);
    const isLate = commits.some((commit) => endedAt <= commit && commit <= atMs);
    return isDeferred || (isLate && times.voicedMs < REMARK_MS) || isRemark(times);
  };
}

/** When the user begins to talk, where that interrupts in push to talk. */
export function pressTimes(recording: Recording): readonly number[] {
  if (!isPushToTalk(recording.scenario) || recording.scenario.modes?.pressingInterrupts !== true) return [];
  return entriesOf(recording, 'activity').flatMap(({ atMs, value }) => (value.kind === 'started' ? [atMs] : []));
}

/** When the application, its handlers, or the user who begins to talk in push to talk, interrupt the agent. */
export function interruptionTimes(recording: Recording): readonly number[] {
  const names = recording.scenario.reactions.flatMap(({ kind, on }) => (kind === 'interrupt' ? [on] : []));
  const acts = entriesOf(recording, 'act').filter(({ value }) => value === 'interrupt');
  const events = entriesOf(recording, 'event').filter(({ value }) => names.includes(value.name));
  return [...[...acts, ...events].map(({ atMs }) => atMs), ...pressTimes(recording)];
}
