import {
  auditTime,
  defer,
  EMPTY,
  filter,
  interval,
  map,
  merge,
  skip,
  switchMap,
  takeUntil,
  tap,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import {
  CHECKPOINT_FORMAT,
  type Checkpoint,
  type CheckpointUpdates,
  type RunningBackgroundCall,
} from '../../core/checkpoint.ts';
import { AntiphonError } from '../../core/errors.ts';
import { joinExtra, withExtra } from '../../core/extraFields.ts';
import type { Graph } from '../graph/graph.ts';
import type { NumberedFact } from '../events.ts';
import type { SessionFact } from '../floor/types.ts';
import { handOver } from '../handOffChange.ts';
import type { HistoryEntry } from '../history.ts';
import type { AgentState } from '../states/agentState.ts';
import type { SessionUpdates } from '../updates/createUpdates.ts';
import { limitMessages } from './limitMessages.ts';
import { firstSeqOf } from './resume.ts';

export interface CheckpointOptions {
  readonly id: string;
  readonly graph: Pick<
    Graph,
    'facts' | 'history' | 'agentState' | 'edges' | 'readHeard' | 'isReplyDue' | 'pendingInput' | 'ended' | 'report'
  >;
  readonly updates: SessionUpdates;
  readonly sessionData: object;
  readonly maxBytes: number;
  /** The checkpoint that the session was resumed from. */
  readonly resumedFrom?: Checkpoint | undefined;
  readonly scheduler: SchedulerLike;
}

/**
 * Delay of a checkpoint after a change, in ms. It contains all changes up to then, and never competes with audio in the
 * instant of the change.
 */
const AFTER_MS = 20;

/** Interval of checkpoints while the agent speaks and more is heard, in ms. */
const HEARD_MS = 1000;

/** The state that is tracked between two checkpoints. */
interface Progress {
  seq: number;
  /** The user's message whose answer is unfinished. */
  unanswered: string | null;
  /** The latest message of the user in a session that answers only on request. */
  unasked: string | null;
  /** The text of the current utterance. */
  text: string;
  audible: boolean;
  /** The part of it that the last checkpoint records as heard. */
  heard: string;
  /** The rounds of calls that have not been executed. */
  rounds: readonly Extract<SessionFact, { kind: 'calls_collected' }>[];
  /** The calls that go on in the background. */
  background: readonly RunningBackgroundCall[];
}

/**
 * Emits a checkpoint of a session after each message, function result, update and change of the reply, coalesced over
 * 20 ms, and every second in which more of the reply was heard. Subscribe before the start. Completes when the session
 * ends.
 */
export function takeCheckpoints(options: CheckpointOptions): Observable<Checkpoint> {
  const { graph, updates, scheduler, resumedFrom } = options;
  return defer(() => {
    const progress = createProgress(resumedFrom);
    let history: readonly HistoryEntry[] = [];
    const take = createTake(options);
    const isAnswered = (): boolean => {
      const { respondOnRequest, transcriptionOnly } = updates.settings.ofReply();
      return !respondOnRequest && !transcriptionOnly;
    };
    const facts = graph.facts.pipe(filter((fact) => applyFact(progress, fact, isAnswered)));
    const replies = graph.agentState.pipe(
      skip(1),
      filter((state) => applyState(progress, state, graph.isReplyDue)),
    );
    const speech = graph.edges.speech.pipe(
      filter((event) => {
        if (event.kind === 'started') progress.text = '';
        if (event.kind === 'text') progress.text += event.text;
        return event.kind === 'ended' && progress.audible;
      }),
    );
    const heard = graph.facts.pipe(
      map(({ fact: { kind } }) => kind),
      filter((kind) => kind === 'agent_started' || kind === 'agent_stopped'),
      switchMap((kind) => (kind === 'agent_started' ? interval(HEARD_MS, scheduler) : EMPTY)),
      filter(() => graph.readHeard() !== progress.heard),
    );
    const entries = graph.history.pipe(tap((latest) => (history = latest)));
    return merge(entries, facts, replies, speech, heard, updates.kept).pipe(
      auditTime(AFTER_MS, scheduler),
      map(() => take(progress, history)),
      filter((checkpoint) => checkpoint !== undefined),
      takeUntil(graph.ended),
    );
  });
}

function createProgress(resumedFrom: Checkpoint | undefined): Progress {
  const seq = resumedFrom === undefined ? -1 : firstSeqOf(resumedFrom) - 1;
  return {
    seq,
    unanswered: resumedFrom?.unanswered ?? null,
    unasked: null,
    text: '',
    audible: false,
    heard: '',
    rounds: [],
    background: [],
  };
}

/** Tracks the state of the agent. Returns whether the checkpoint changes. */
function applyState(progress: Progress, state: AgentState, isReplyDue: () => boolean): boolean {
  if (state === 'idle') progress.unanswered = isReplyDue() ? '' : null;
  if (state !== 'thinking' || progress.unasked === null) return state === 'idle';
  progress.unanswered = progress.unasked;
  progress.unasked = null;
  return true;
}

/** Tracks a fact. Returns whether the checkpoint changes. */
function applyFact(progress: Progress, { seq, fact }: NumberedFact, isAnswered: () => boolean): boolean {
  progress.seq = seq;
  switch (fact.kind) {
    case 'user_message':
      if (isAnswered()) progress.unanswered = fact.content;
      else progress.unasked = fact.content;
      return true;
    case 'agent_started':
    case 'agent_stopped':
      progress.audible = fact.kind === 'agent_started';
      return true;
    case 'calls_collected':
      progress.rounds = [...progress.rounds, fact];
      return true;
    case 'calls_executed':
      progress.rounds = progress.rounds.filter(({ turn, round }) => turn !== fact.turn || round !== fact.round);
      progress.background = [...progress.background, ...listAcknowledged(fact)];
      return true;
    case 'call_finished':
      progress.background = without(progress.background, fact.result.tool_call_id);
      if (fact.policy !== 'silent') progress.unanswered ??= '';
      return true;
    default:
      return fact.kind === 'agent_message' || fact.kind === 'call_progress';
  }
}

function listAcknowledged({
  calls,
  acknowledged = [],
}: Extract<SessionFact, { kind: 'calls_executed' }>): readonly RunningBackgroundCall[] {
  return acknowledged.flatMap(({ tool_call_id, policy }) => {
    const call = calls.find(({ id }) => id === tool_call_id);
    return call === undefined ? [] : [{ ...call, policy }];
  });
}

/** Returns the calls without the first one of this id: models may use an id twice. */
function without(calls: readonly RunningBackgroundCall[], ended: string): readonly RunningBackgroundCall[] {
  const at = calls.findIndex(({ id }) => id === ended);
  return at < 0 ? calls : calls.toSpliced(at, 1);
}

/** Creates the function that takes a checkpoint. Reports the first failure. */
function createTake({ id, graph, updates, sessionData, maxBytes, resumedFrom }: CheckpointOptions) {
  const reported = new Set<string>();
  const report = (why: string, cause?: unknown): void => {
    if (reported.has(why)) return;
    reported.add(why);
    graph.report(new AntiphonError('checkpoint_failed', `no checkpoint: ${why}`, { failure: false, cause }));
  };
  let data = '{}';
  const writeData = (): void => {
    try {
      data = JSON.stringify((updates.keptHandoff() ?? updates.agent())?.sessionData ?? sessionData);
    } catch (cause) {
      report('session_data is no longer what JSON can carry; its last state is kept', cause);
    }
  };
  return (progress: Progress, history: readonly HistoryEntry[]): Checkpoint | undefined => {
    writeData();
    progress.heard = progress.audible ? graph.readHeard() : '';
    const rest = {
      format: CHECKPOINT_FORMAT,
      session_id: id,
      seq: progress.seq,
      session_data: data,
      updates: writeUpdates(updates),
      unanswered: progress.unanswered,
      speaking: progress.audible ? progress.text.trim() : null,
      heard: progress.heard,
      pending: graph.pendingInput(),
      calls: progress.rounds.flatMap(({ calls, extra }) => calls.map((call) => withExtra(call, extra))),
      ...(progress.background.length > 0 && { background: progress.background }),
    } as const;
    const handoff = updates.keptHandoff();
    // The other agent begins with the next reply, so a resumed session begins with it.
    const entries = handoff === undefined ? history : handOver(history, handoff);
    const all = entries.map(({ message, extra }) => joinExtra(message, extra));
    const messages = limitMessages(all, maxBytes - Buffer.byteLength(JSON.stringify(rest)));
    if (messages === undefined) {
      report(`it would take more than ${maxBytes} bytes`);
      return undefined;
    }
    const dropped = (resumedFrom?.dropped_messages ?? 0) + all.length - messages.length;
    return { ...rest, messages, dropped_messages: dropped };
  };
}

/** Describes the changes of `session.update()` for a checkpoint. */
function writeUpdates({ latest, count }: Pick<SessionUpdates, 'latest' | 'count'>): CheckpointUpdates {
  const { instructions, functions, tts, stt, config, handoff } = latest();
  const { written = {}, language } = config ?? {};
  return {
    count: count(),
    ...(instructions !== undefined && { instructions }),
    ...(functions && { functions: Object.keys(functions) }),
    ...(tts && { tts: tts.config ?? null }),
    ...(stt && { stt: stt.config ?? null }),
    ...(Object.keys(written).length > 0 && { settings: written }),
    ...(language !== undefined && { language }),
    ...(handoff && { agent: handoff.name }),
  };
}
