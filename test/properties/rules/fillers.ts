import { entriesOf, type EntryOf, type Recording } from '../recording.ts';
import { remarksOf } from '../scenario.ts';
import { areFirst, mayInterrupt } from './replies.ts';
import { spansOf } from './spans.ts';
import { wordsOf } from './userWords.ts';
import { walk } from './walk.ts';

/** Time before an answer in which the user has been silent, if it is sure that nothing of the user is waited for, in ms. */
const SILENT_BEFORE_MS = 5000;

interface Answers {
  /** When each reply began. */
  readonly begun: Readonly<Record<number, number>>;
  /** The replies of which there is text, with fillers. */
  readonly withText: readonly number[];
  /** The replies of which there is text since their last calls. */
  readonly withRoundText: readonly number[];
  /** When functions were called last, of a round without text, for each reply. */
  readonly calledAt: Readonly<Record<number, number>>;
}

/**
 * A filler is said once for an answer that has brought no text for `filler_delay`, or as a function is called, if the model has said nothing
 * before the call.
 */
export function fillersBridgeWaits(recording: Recording): readonly string[] {
  const delayMs = 1000 * (recording.config.filler_delay ?? 2);
  return walk<Answers>(recording, {
    initial: { begun: {}, withText: [], withRoundText: [], calledAt: {} },
    remember: follow,
    fault: ({ begun, withText, calledAt }, { atMs, of, value }) => {
      if (of !== 'reply' || value.kind !== 'text' || value.filler !== true) return null;
      const { turn } = value;
      if (calledAt[turn] === atMs) return null;
      if (withText.includes(turn)) return `a filler behind text of reply ${turn}`;
      const waited = atMs - (begun[turn] ?? atMs);
      return waited < delayMs ? `a filler ${waited} ms after the beginning of reply ${turn}` : null;
    },
  });
}

function follow(memory: Answers, entry: Recording['entries'][number]): Answers {
  const { atMs, of, value } = entry;
  if (of === 'functionCalls' && !memory.withRoundText.includes(value.turn))
    return { ...memory, calledAt: { ...memory.calledAt, [value.turn]: atMs } };
  if (of === 'functionResults' && areFirst(entry))
    return { ...memory, withRoundText: memory.withRoundText.filter((turn) => turn !== value.turn) };
  if (of !== 'reply') return memory;
  const { turn } = value;
  if (value.kind === 'started') return { ...memory, begun: { ...memory.begun, [turn]: atMs } };
  if (value.kind !== 'text' || value.delta.trim() === '') return memory;
  const withText = [...memory.withText, turn];
  return {
    ...memory,
    withText,
    withRoundText: value.filler === true ? memory.withRoundText : [...memory.withRoundText, turn],
  };
}

interface Giving {
  /** True once the reply has said more than fillers. */
  readonly hasAnswered: boolean;
  /** When the voice had audio of what is behind its fillers; null: not yet. */
  readonly readyMs: number | null;
}

/** No word of a filler is begun once the voice has audio of the answer behind it. */
export function fillersGiveWay(recording: Recording): readonly string[] {
  return walk<Giving>(recording, {
    initial: { hasAnswered: false, readyMs: null },
    remember: (memory, { atMs, of, value }) => {
      if (of === 'reply' && value.kind === 'started') return { hasAnswered: false, readyMs: null };
      if (of === 'voice' && !value.startsWith(FILLER)) return { ...memory, readyMs: memory.readyMs ?? atMs };
      const isAnswer = of === 'speech' && value.kind === 'text' && value.filler !== true && value.text.trim() !== '';
      return isAnswer ? { ...memory, hasAnswered: true } : memory;
    },
    fault: ({ hasAnswered, readyMs }, { atMs, of, value }) =>
      of === 'speech' &&
      value.kind === 'text' &&
      value.filler === true &&
      !hasAnswered &&
      readyMs !== null &&
      readyMs < atMs
        ? `a filler goes on with "${value.text}", though the answer could be heard since ${readyMs}`
        : null,
  });
}

/** The first word of all fillers. */
const FILLER = 'P0w0';

interface OverFiller {
  /** The reply under way, while fillers are all that it has said; null: there is none. */
  readonly turn: number | null;
  /** True until it has brought text. */
  readonly isFresh: boolean;
  /** True while its functions run: words wait for them. */
  readonly isWorking: boolean;
  /** The segments that began over its fillers. */
  readonly segments: readonly number[];
}

/** Words over an answer that has brought nothing but a filler, and runs no function, end it at once. */
export function wordsOverFillersAreHeard(recording: Recording): readonly string[] {
  const { scenario } = recording;
  const isEnding = [...scenario.acts, ...scenario.reactions].some(
    ({ kind }) => kind.startsWith('end') || kind === 'close',
  );
  if (isEnding) return [];
  const isInterruptible = mayInterrupt(recording);
  const backchannels = new Set(remarksOf(scenario));
  const ends = new Map(
    entriesOf(recording, 'reply').flatMap(({ atMs, value }) =>
      value.kind === 'ended' ? [[value.turn, atMs] as const] : [],
    ),
  );
  return walk<OverFiller>(recording, {
    initial: { turn: null, isFresh: true, isWorking: false, segments: [] },
    remember: noteFillers,
    fault: ({ turn, isFresh, isWorking, segments }, { atMs, of, value }) => {
      if (
        turn === null ||
        !isInterruptible(turn) ||
        isFresh ||
        isWorking ||
        of !== 'transcript' ||
        !segments.includes(value.segment)
      )
        return null;
      const isHeard = (ends.get(turn) ?? Number.POSITIVE_INFINITY) <= atMs;
      const hasWords = wordsOf(value.text).some((word) => !backchannels.has(word));
      return hasWords && !isHeard ? `"${value.text}" over a filler does not end reply ${turn}` : null;
    },
  });
}

function noteFillers(memory: OverFiller, entry: Recording['entries'][number]): OverFiller {
  const { of, value } = entry;
  if (of === 'activity' && value.kind === 'started')
    return { ...memory, segments: [...memory.segments, value.segment] };
  if (of === 'error' && value.code === 'noise')
    return { ...memory, segments: memory.segments.filter((one) => one !== value.details.segment) };
  if (of === 'functionCalls' || (of === 'functionResults' && areFirst(entry)))
    return value.turn === memory.turn ? { ...memory, isWorking: of === 'functionCalls' } : memory;
  return of === 'reply' ? noteReply(memory, value) : memory;
}

function noteReply(memory: OverFiller, value: EntryOf<'reply'>['value']): OverFiller {
  if (value.kind === 'started') return { turn: value.turn, isFresh: true, isWorking: false, segments: [] };
  if (value.turn !== memory.turn) return memory;
  if (value.kind === 'ended' || (value.kind === 'text' && value.filler !== true)) return { ...memory, turn: null };
  return value.kind === 'text' ? { ...memory, isFresh: false, segments: [] } : memory;
}

/** An answer that brings no text for `filler_delay`, while the user is silent, has a filler then. */
export function slowAnswersHaveFillers(recording: Recording): readonly string[] {
  const { filler = '', filler_delay = 2 } = recording.config;
  if (typeof filler !== 'string' || filler === '') return [];
  const turns = new Set(entriesOf(recording, 'userTurn').map(({ value }) => value.turn));
  const replies = entriesOf(recording, 'reply');
  return replies.flatMap(({ atMs, value }) => {
    if (value.kind !== 'started' || !turns.has(value.turn)) return [];
    const untilMs = atMs + 1000 * filler_delay;
    const own = replies.filter((one) => one.value.turn === value.turn && one.atMs <= untilMs);
    const isOver = own.some(
      (one) => one.value.kind === 'ended' || (one.value.kind === 'text' && one.value.delta.trim() !== ''),
    );
    if (isOver || !isSilent(recording, atMs - SILENT_BEFORE_MS, untilMs, atMs)) return [];
    return [`${untilMs} reply ${value.turn} has brought no text since ${atMs}, and no filler`];
  });
}

/** Returns whether the user does nothing in a time, but for the words that begin a reply, and the session goes on. */
function isSilent(recording: Recording, fromMs: number, toMs: number, begunMs: number): boolean {
  if ((recording.endedMs ?? recording.quietMs) <= toMs) return false;
  const isHeard = spansOf(recording).some(
    (span) => span.kind === 'segment' && span.fromMs <= toMs && span.toMs >= fromMs,
  );
  const isDisturbed = recording.entries.some(
    ({ atMs, of }) =>
      atMs >= fromMs && atMs <= toMs && (of === 'transcript' || of === 'act' || (of === 'textIn' && atMs > begunMs)),
  );
  return !isHeard && !isDisturbed;
}
