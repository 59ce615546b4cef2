import {
  asyncScheduler,
  defer,
  EMPTY,
  merge,
  Subject,
  Subscription,
  tap,
  using,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { DiscardedAnswer, DraftText, RoundProgress } from '../../src/core/turn.ts';
import { commitGate } from '../commitGate.ts';
import { modelOf, usageOf } from './chunkFields.ts';
import { HiddenText } from './hiddenText.ts';
import { HIDDEN_TAGS, type Round } from './llmTurnOptions.ts';

export interface AskAheadOptions {
  readonly chunks: (round: Round) => Observable<ChatCompletionChunk>;
  readonly requestKey?: ((round: Round) => string) | undefined;
  readonly draftText?: ((event: DraftText) => void) | undefined;
  readonly maxRounds?: number | undefined;
  readonly hiddenTags?: readonly string[] | undefined;
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/** The answer that was requested before the commit, if any. */
export interface AskedAhead {
  /**
   * Returns the held answer if it fits this round; otherwise discards it and returns null. The answer emits its held
   * chunks at once.
   */
  take(round: Round): Observable<ChatCompletionChunk> | null;
  /** Discards the answer and requests no others. */
  unsubscribe(): void;
}

/** Requests the answers to `drafts`, one at a time. Discards an answer that fails. */
export function askAhead(options: AskAheadOptions, drafts: Observable<UserTurn | null>): AskedAhead {
  const { requestKey = textOf, scheduler = asyncScheduler } = options;
  const { draftText = () => {}, progress = () => {} } = options;
  let held: HeldAnswer | null = null;
  const discard = (): void => {
    if (held === null) return;
    const { round, answer } = held;
    held = null;
    answer.running.unsubscribe();
    draftText({ kind: 'discarded', turn: round.turn.turn });
    progress({ kind: 'discarded', turn: round.turn.turn, round: 0, ...describe(answer) });
  };
  const ask = (turn: UserTurn): void => {
    const { maxRounds = 1, hiddenTags = HIDDEN_TAGS } = options;
    const round: Round = { turn, round: 0, last: maxRounds <= 0, speculative: true };
    const addText: Answer['addText'] = (event) => {
      if (held?.answer === answer) draftText({ ...event, turn: turn.turn });
    };
    const answer = createAnswer(addText, new HiddenText(hiddenTags), () => scheduler.now());
    held = { round, answer, key: requestKey(round) };
    answer.running.add(hold(answer, options.chunks(round), () => held?.answer === answer && discard()));
  };
  const asking = drafts.subscribe((turn) => {
    discard();
    if (turn !== null) ask(turn);
  });
  return {
    take: (round) => {
      if (held === null) return null;
      const { answer, key } = held;
      if (key !== requestKey(round)) {
        discard();
        return null;
      }
      held = null;
      const now = scheduler.now();
      progress({ kind: 'kept', turn: round.turn.turn, round: 0, gainedMs: (answer.firstAt ?? now) - answer.askedAt });
      return release(answer);
    },
    unsubscribe: () => {
      asking.unsubscribe();
      discard();
    },
  };
}

function textOf({ turn }: Round): string {
  return turn.text;
}

interface HeldAnswer {
  readonly round: Round;
  readonly answer: Answer;
  readonly key: string;
}

interface Answer {
  readonly running: Subscription;
  readonly commit: Subject<void>;
  readonly output: Subject<ChatCompletionChunk>;
  readonly askedAt: number;
  firstAt: number | null;
  chunks: number;
  characters: number;
  model: string | undefined;
  usage: DiscardedAnswer['usage'];
  /** Receives its text while it is held. */
  readonly addText: (event: Unnumbered<DraftText>) => void;
  readonly now: () => number;
  readonly hidden: HiddenText;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'turn'> : never;

function createAnswer(addText: Answer['addText'], hidden: HiddenText, now: () => number): Answer {
  const output = new Subject<ChatCompletionChunk>();
  const streams = { running: new Subscription(), commit: new Subject<void>(), output };
  const counts = { firstAt: null, chunks: 0, characters: 0, model: undefined, usage: null };
  return { ...streams, ...counts, askedAt: now(), addText, hidden, now };
}

/** Holds the answer until its `commit`. Calls `failed` if it fails before that. */
function hold(answer: Answer, chunks: Observable<ChatCompletionChunk>, failed: () => unknown): Subscription {
  const { commit, output } = answer;
  const gated = chunks.pipe(
    tap({ next: (chunk) => count(answer, chunk), complete: () => completeText(answer) }),
    commitGate({ commit, maxHeld: LIMITS.replyText, costOf }),
  );
  return gated.subscribe({
    next: (chunk) => output.next(chunk),
    error: (error: unknown) => {
      output.error(error);
      failed();
    },
    complete: () => output.complete(),
  });
}

/** Emits the held chunks at once, then the rest. Unsubscribing cancels the rest. */
function release({ running, commit, output }: Answer): Observable<ChatCompletionChunk> {
  const opening = defer(() => {
    commit.next();
    return EMPTY;
  });
  return using(
    () => running,
    () => merge(output, opening),
  );
}

function count(answer: Answer, chunk: ChatCompletionChunk): void {
  answer.firstAt ??= answer.now();
  answer.chunks += 1;
  answer.characters += lengthOf(chunk);
  answer.model = modelOf(chunk).model ?? answer.model;
  answer.usage = usageOf(chunk) ?? answer.usage;
  const content = chunk?.choices?.[0]?.delta?.content;
  if (typeof content === 'string') addShown(answer, answer.hidden.add(content));
}

function completeText(answer: Answer): void {
  addShown(answer, answer.hidden.end());
  answer.addText({ kind: 'complete' });
}

function addShown({ addText }: Answer, delta: string): void {
  if (delta !== '') addText({ kind: 'text', delta });
}

function describe({ chunks, characters, model, usage }: Answer): DiscardedAnswer {
  return { chunks, characters, model, usage };
}

/**
 * Returns the cost of a chunk. One without text costs ten, so that 100,000 of them, the most a stream may have, reach
 * the limit.
 */
function costOf(chunk: ChatCompletionChunk): number {
  return 10 + lengthOf(chunk);
}

/** Returns the length of the text of an unchecked chunk. */
function lengthOf(chunk: ChatCompletionChunk | null | undefined): number {
  const { content, refusal } = chunk?.choices?.[0]?.delta ?? {};
  return (typeof content === 'string' ? content.length : 0) + (typeof refusal === 'string' ? refusal.length : 0);
}
