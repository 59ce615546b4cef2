import { INTERRUPTED } from '../../../src/core/callResult.ts';
import type { ChatMessage } from '../../../src/core/message.ts';
import type { ResultPolicy } from '../../../src/core/turn.ts';
import { ACKNOWLEDGED } from '../../../src/session/agentCode/functions/backgroundCall.ts';
import { entriesOf, type Recording } from '../recording.ts';
import { BACKGROUND, BACKGROUND_TIMEOUT, timed, type BackgroundName, type FunctionName } from '../scenario.ts';
import { BEGUN } from '../scenarioFunctions.ts';
import { handedTo, wholeHistory } from './handoffs.ts';
import { askedReplies, type AskedReply } from './replies.ts';
import { quietTimes } from './spans.ts';
import { openSegment, walk } from './walk.ts';

/** Neither side does anything for so long only if nothing is to be answered. */
const SILENCE_MS = 5000;
const RESULT = ':result';

/** The final result of a call that was acknowledged. */
interface Final {
  readonly id: string;
  readonly atMs: number;
  /** What follows it; null: nobody knows, because its function has others end it. */
  readonly policy: ResultPolicy | null;
}

/** The calls that went on in the background. */
export function acknowledgedCalls(recording: Recording): ReadonlySet<string> {
  return new Set(
    wholeHistory(recording).flatMap(({ message: { role, content, tool_call_id: id } }) =>
      role === 'tool' && (content === ACKNOWLEDGED || content === BEGUN) ? [id ?? ''] : [],
    ),
  );
}

function finalsOf(recording: Recording): readonly Final[] {
  const acknowledged = acknowledgedCalls(recording);
  const cancelled = entriesOf(recording, 'call').filter(({ value }) => value.kind === 'cancelled');
  return entriesOf(recording, 'event').flatMap(({ atMs, value }) => {
    if (value.name !== 'on_function_calls_executed') return [];
    const [result] = value.input.results;
    if (result === undefined || !acknowledged.has(result.tool_call_id)) return [];
    const { tool_call_id: id, content } = result;
    const isCancelled = cancelled.some((one) => one.atMs === atMs && one.value.id === id);
    const name = result.function.name as BackgroundName;
    const isReplaced =
      content === INTERRUPTED && (BACKGROUND[name].cancel || BACKGROUND[name].duplicates === 'replace');
    return [{ id, atMs, policy: isCancelled ? 'silent' : isReplaced ? null : BACKGROUND[name].result }];
  });
}

/** Each call that was acknowledged has one final result, in the history and in an event, and its news before it, in their order. */
export function backgroundCallsHaveOneFinalResult(recording: Recording): readonly string[] {
  const finals = finalsOf(recording).map(({ id }) => id);
  const answers = wholeHistory(recording).flatMap(({ message: { role, tool_call_id: id } }) =>
    role === 'tool' ? [id ?? ''] : [],
  );
  const unknown = answers.filter((id) => id.endsWith(RESULT) && !acknowledgedCalls(recording).has(baseOf(id)));
  const faults = [...acknowledgedCalls(recording)].flatMap((id) => {
    const own = answers.filter((one) => one.startsWith(`${id}:`)).map((one) => one.slice(id.length));
    const updates = own.slice(0, -1).map((_, n) => `:update${n + 1}`);
    return [
      ...(finals.filter((one) => one === id).length === 1 ? [] : [`"${id}" has not one event with its result`]),
      ...(own.join() === [...updates, RESULT].join() ? [] : [`"${id}" has the news ${own.join()}`]),
    ];
  });
  return [...faults, ...unknown.map((id) => `"${id}" is the result of no call in the background`)];
}

/** A call in the background has its final result as soon as its time is up, or the session ends. */
export function backgroundCallsEndInTime(recording: Recording): readonly string[] {
  const finals = finalsOf(recording);
  const acknowledged = acknowledgedCalls(recording);
  return entriesOf(recording, 'call').flatMap(({ atMs, value: { kind, id } }) => {
    const untilMs = atMs + BACKGROUND_TIMEOUT * 1000;
    if (kind !== 'begun' || !acknowledged.has(id) || (recording.endedMs ?? Number.POSITIVE_INFINITY) < untilMs)
      return [];
    const final = finals.find((one) => one.id === id);
    return final !== undefined && final.atMs <= untilMs ? [] : [`${atMs} "${id}" has its result at ${final?.atMs}`];
  });
}

function baseOf(id: string): string {
  return id.slice(0, -RESULT.length);
}

/** The final results that a request to the model includes. */
function includedIn(messages: readonly ChatMessage[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === 'tool' && message.tool_call_id.endsWith(RESULT) ? [baseOf(message.tool_call_id)] : [],
  );
}

/** A result that wants a reply is in a later request to the model, unless somebody speaks until the session ends. */
export function noResultIsLost(recording: Recording): readonly string[] {
  if (recording.scenario.modes?.transcriptionOnly === true) return [];
  const { entries } = recording;
  const endMs = endTimes(recording)[0] ?? Number.POSITIVE_INFINITY;
  const quiet = quietTimes(recording, SILENCE_MS);
  const requests = entries.filter(({ of }) => of === 'handler' || of === 'ahead');
  return finalsOf(recording).flatMap(({ id, atMs, policy }) => {
    if (policy === null || policy === 'silent') return [];
    const isIncluded = requests.some((one) =>
      one.of !== 'handler' && one.of !== 'ahead' ? false : one.atMs >= atMs && includedIn(one.value).includes(id),
    );
    const isForgotten = entries.some((entry) => entry.atMs >= atMs && handedTo(entry).length > 0);
    const untilMs = Math.min(endMs, recording.quietMs);
    const waited = quiet.find(({ fromMs, toMs }) => Math.min(toMs, untilMs) - Math.max(fromMs, atMs) >= SILENCE_MS);
    return isIncluded || isForgotten || waited === undefined
      ? []
      : [`${atMs} the result of "${id}" is lost, though all are silent from ${waited.fromMs} on`];
  });
}

/** When the end of the session was requested. */
function endTimes(recording: Recording): readonly number[] {
  const { scenario, entries, endedMs } = recording;
  const names = scenario.reactions.flatMap(({ kind, on }) => (kind === 'end' ? [on] : []));
  const requested = entries.flatMap(({ atMs, of, value }) => {
    const isAct = of === 'act' && (value.startsWith('end') || value === 'close');
    const isGoodbye = of === 'executing' && value === 'goodbye';
    return isAct || isGoodbye || (of === 'event' && names.includes(value.name)) ? [atMs] : [];
  });
  return [...requested, ...(endedMs === null ? [] : [endedMs])].toSorted((a, b) => a - b);
}

/** A reply of its own is to a result that no reply before has told: none whose request had it was heard to its end. */
export function noResultIsAnsweredTwice(recording: Recording): readonly string[] {
  const replies = askedReplies(recording);
  const finals = finalsOf(recording);
  return replies.flatMap(({ kind, atMs, turn, requests: [first = []] }) => {
    if (kind !== 'results') return [];
    const told = new Set(
      replies
        .filter((other) => isHeardWhole(recording, other, atMs))
        .flatMap(({ requests }) => requests.flatMap(includedIn)),
    );
    const due = includedIn(first).filter((id) => finals.some((one) => one.id === id && one.policy !== 'silent'));
    if (due.length === 0) return [`${atMs} reply ${turn} is to no result`];
    return due.every((id) => told.has(id)) ? [`${atMs} reply ${turn} is to ${due.join()} once more`] : [];
  });
}

function isHeardWhole(recording: Recording, { turn }: AskedReply, beforeMs: number): boolean {
  const isComplete = entriesOf(recording, 'reply').some(
    ({ atMs, value }) =>
      atMs <= beforeMs && value.turn === turn && value.kind === 'ended' && value.reason === 'complete',
  );
  const last = entriesOf(recording, 'playout').findLast(
    ({ value }) => value.kind === 'stopped' && value.utterance.startsWith(`u${turn}.`),
  );
  return isComplete && last?.value.kind === 'stopped' && last.value.whole && last.atMs <= beforeMs;
}

/** No reply to a result begins while the user speaks. */
export function noResultIsToldOverTheUser(recording: Recording): readonly string[] {
  const turns = new Set(askedReplies(recording).flatMap(({ kind, turn }) => (kind === 'results' ? [turn] : [])));
  return walk<number | null>(recording, {
    initial: null,
    remember: openSegment,
    fault: (open, { of, value }) =>
      of === 'reply' && value.kind === 'started' && turns.has(value.turn) && open !== null
        ? `reply ${value.turn}, to a result, begins over segment ${open}`
        : null,
  });
}

interface Calling {
  /** When each call began. */
  readonly begun: Readonly<Record<string, number>>;
  /** The acts so far. */
  readonly acts: number;
  /** The functions that are gone, since the latest update that comes with a reply; null: none. */
  readonly isUpdated: boolean;
  readonly isEnding: boolean;
}

/**
 * The signal of a call in the background fires only when it is cancelled or replaced, has taken too long, loses its function or its agent,
 * or at the end of the session: never because the user interrupts.
 */
export function interruptionsSpareTheBackground(recording: Recording): readonly string[] {
  const acts = timed(recording.scenario.acts).map(({ act }) => act);
  const endMs = endTimes(recording)[0] ?? Number.POSITIVE_INFINITY;
  const others = entriesOf(recording, 'call');
  const ends = new Set(
    entriesOf(recording, 'functionCalls').flatMap(({ atMs, value }) =>
      value.calls.some((call) => call.function.name === 'cancel_renew') ? [atMs] : [],
    ),
  );
  return walk<Calling>(recording, {
    initial: { begun: {}, acts: 0, isUpdated: false, isEnding: false },
    remember: (memory, { atMs, of, value }) => {
      if (of === 'call' && value.kind === 'begun') return { ...memory, begun: { ...memory.begun, [value.id]: atMs } };
      if (of !== 'act' || value === 'ended' || value.endsWith(' over')) return memory;
      const act = acts[memory.acts];
      const isUpdated = memory.isUpdated || (act?.kind === 'update' && act.changes.includes('functions'));
      return { ...memory, acts: memory.acts + 1, isUpdated };
    },
    fault: ({ begun, isUpdated }, { atMs, of, value }) => {
      if (of !== 'call' || value.kind !== 'aborted' || !isInBackground(value.name)) return null;
      const { id, name } = value;
      const isCancelled = others.some(
        (one) => one.atMs === atMs && one.value.kind === 'cancelled' && one.value.id === id,
      );
      const isReplaced =
        name === 'renew' &&
        (ends.has(atMs) ||
          others.some((one) => one.atMs === atMs && one.value.kind === 'begun' && one.value.id !== id));
      const isLate = atMs - (begun[id] ?? 0) >= BACKGROUND_TIMEOUT * 1000;
      return isCancelled || isReplaced || isLate || isUpdated || atMs >= endMs ? null : `the signal of "${id}" fires`;
    },
  });
}

function isInBackground(name: FunctionName): name is BackgroundName {
  return name in BACKGROUND;
}
