import type { HistoryEntry } from '../../../src/session/history.ts';
import { entriesOf, type Entry, type Recording } from '../recording.ts';
import { remarksOf, isPushToTalk } from '../scenario.ts';
import { wholeHistory } from './handoffs.ts';
import { spansOf } from './spans.ts';
import { wordsOf } from './userWords.ts';
import { walk } from './walk.ts';

/** Every turn that was committed is answered, once, or with one that is committed at the same instant; a remark of a user who waits is not. */
export function turnsAreAnswered(recording: Recording): readonly string[] {
  const { scenario } = recording;
  if (scenario.modes?.transcriptionOnly === true) return [];
  const turns = entriesOf(recording, 'userTurn');
  const replies = entriesOf(recording, 'reply');
  const isEnding = scenario.acts.some(({ kind }) => kind.startsWith('end') || kind === 'close');
  const endsItself =
    scenario.completions.some(({ calls }) => calls.includes('goodbye')) ||
    scenario.reactions.some(({ kind }) => kind === 'end');
  const isRemark = findRemarks(recording);
  return turns.flatMap(({ atMs, value: { turn, text } }, n) => {
    const begun = replies.filter(({ value }) => value.kind === 'started' && value.turn === turn).length;
    const next = turns[n + 1];
    if (begun > 1) return [`${atMs} turn ${turn} was answered ${begun} times`];
    const excused =
      isEnding || endsItself || isRemark(text, atMs) || next?.atMs === atMs || (!next && atMs >= recording.quietMs);
    return begun === 0 && !excused ? [`${atMs} turn ${turn} "${text}" was never answered`] : [];
  });
}

/** Tells which turns may be remarks: backchannels that were committed while a reply was under way. */
function findRemarks(recording: Recording): (text: string, atMs: number) => boolean {
  const backchannels = new Set(remarksOf(recording.scenario));
  const replies = spansOf(recording).filter(({ kind }) => kind === 'reply');
  return (text, atMs) =>
    wordsOf(text).every((word) => backchannels.has(word)) &&
    replies.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
}

/**
 * A reply ends in exactly one way: complete, superseded, interrupted or failed. One that is superseded was never heard,
 * and one that was heard is never superseded.
 */
export function turnsEndInOneWay(recording: Recording): readonly string[] {
  const heard = new Set(
    wholeHistory(recording)
      .filter(isSpoken)
      .map(({ turn }) => turn),
  );
  const ends = entriesOf(recording, 'reply').flatMap(({ atMs, value }) =>
    value.kind === 'ended' ? [{ atMs, ...value }] : [],
  );
  return ends.flatMap(({ atMs, turn, reason }) => {
    const others = ends.filter((other) => other.turn === turn && other.reason !== reason);
    if (others.length > 0) return [`${atMs} reply ${turn} ends ${reason} and ${others[0]?.reason}`];
    return reason === 'superseded' && heard.has(turn)
      ? [`${atMs} reply ${turn} is superseded, though it was heard`]
      : [];
  });
}

function isSpoken({ message }: HistoryEntry): boolean {
  return message.role === 'assistant' && message.tool_calls === undefined && message.content !== '';
}

/** No answer to an earlier turn begins when a later one is committed. */
export function answersAreToTheLatest(recording: Recording): readonly string[] {
  return walk<readonly number[]>(recording, {
    initial: [],
    remember: (turns, { of, value }) => (of === 'userTurn' ? [...turns, value.turn] : turns),
    fault: (turns, { of, value }) => {
      if (of !== 'reply' || value.kind !== 'started' || !turns.includes(value.turn)) return null;
      const latest = Math.max(...turns);
      return value.turn < latest ? `the answer to turn ${value.turn} begins, though turn ${latest} is committed` : null;
    },
  });
}

/** What is being cut, between the decision and the report of the client; and since when each utterance sounds. */
interface Cut {
  readonly cutting: string | null;
  readonly since: Readonly<Record<string, number>>;
}

/**
 * Between the decision to cut and the truncated message nothing is committed and no handler is called. What is cut at the
 * very instant of its first sample has no message.
 */
export function cutsAreQuiet(recording: Recording): readonly string[] {
  return walk<Cut>(recording, {
    initial: { cutting: null, since: {} },
    remember: follow,
    fault: ({ cutting }, { of }) =>
      cutting !== null && (of === 'userTurn' || of === 'handler') ? `${of} while ${cutting} is being cut` : null,
  });
}

function follow({ cutting, since }: Cut, { atMs, of, value }: Entry): Cut {
  if (of === 'speech' && value.kind === 'ended' && value.reason === 'interrupted') {
    const sounds = (since[value.utterance] ?? atMs) < atMs;
    return { since, cutting: sounds ? value.utterance : cutting };
  }
  if (of !== 'playout') return { cutting, since };
  if (value.kind === 'sent') return { cutting, since: { [value.utterance]: atMs, ...since } };
  if (value.kind !== 'stopped') return { cutting, since };
  const { [value.utterance]: _, ...others } = since;
  return { since: others, cutting: cutting === value.utterance ? null : cutting };
}

/** No speech is pending after a long silence: nothing waits. */
export function quietIsQuiet(recording: Recording): readonly string[] {
  const { openAtQuiet, endedMs, quietMs, scenario } = recording;
  const ended = endedMs !== null && endedMs < quietMs;
  if (isPushToTalk(scenario) && isOpenAtQuiet(recording)) return [];
  const faults = [
    ...['llm', 'tts'].filter((name) => openAtQuiet[name] !== undefined).map((name) => `${name} is still open`),
    ...entriesOf(recording, 'error')
      .filter(({ atMs }) => atMs > quietMs - 30_000 && !isAtWork(recording))
      .map(({ atMs, value }) => `${atMs} ${value.message}, after all that time`),
  ];
  if (ended) return faults;
  return scenario.acts.some(({ kind }) => kind === 'end' || kind === 'end now' || kind === 'close')
    ? [...faults, 'the end was asked for and has not come']
    : faults;
}

/** Returns whether results still come in when all should be quiet: a model answers each with a further call, and slowly. */
export function isAtWork(recording: Recording): boolean {
  return entriesOf(recording, 'functionResults').some(({ atMs }) => atMs > recording.quietMs - 90_000);
}

/** Returns whether the user is heard when all others are quiet: one who holds the button is not done. */
export function isOpenAtQuiet(recording: Recording): boolean {
  const marks = entriesOf(recording, 'activity').filter(({ atMs }) => atMs < recording.quietMs);
  return marks.findLast(({ value }) => value.kind === 'started' || value.kind === 'ended')?.value.kind === 'started';
}
