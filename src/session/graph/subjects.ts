import { combineLatest, distinctUntilChanged, map, NEVER, type Observable } from 'rxjs';
import { createCurrent, createSubject, type Current, type Source } from '../../stream/operate.ts';
import type { AntiphonError } from '../../core/errors.ts';
import type { PendingInput } from '../../core/checkpoint.ts';
import { mapNames } from '../../core/names.ts';
import type { ProviderProgress, SessionIo } from '../../core/ports.ts';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { EagerEnd, RecogniserTurn, Settlement } from '../../core/speech.ts';
import type { DraftText, RoundProgress, SpeechProgress } from '../../core/turn.ts';
import type { FunctionEvent } from '../stages.ts';
import type { HistoryEntry } from '../history.ts';
import type { NumberedFact } from '../events.ts';
import { EDGES, type EdgeName, type Edges } from '../edges.ts';
import type { ReadHeard } from '../standardStages/playout/playout.ts';
import type { FloorSignals } from '../stages.ts';
import type { AgentState } from '../states/agentState.ts';
import { NOTHING_PENDING, type UserState } from '../states/userState.ts';
import type { Quiet } from '../states/quiet.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import { createInbox, type Inbox } from './inbox.ts';

/**
 * The Subjects that carry the feedback of the graph. Events enter `inbox`; the floor emits `decisions`. The edges are
 * Subjects, so that a stage can read an edge downstream of it.
 */
export interface GraphSubjects {
  readonly inbox: Inbox;
  readonly decisions: Decisions;
  readonly facts: Source<NumberedFact>;
  /** Failures and diagnostics of every part. */
  readonly errors: Source<AntiphonError>;
  readonly history: Current<readonly HistoryEntry[]>;
  readonly open: Current<boolean>;
  readonly waiting: Current<boolean>;
  readonly speechHeld: Current<boolean>;
  readonly agentAudible: Current<boolean>;
  readonly agentState: Current<AgentState>;
  readonly userState: Current<UserState>;
  readonly quiet: Current<Quiet>;
  /** `true` while the agent has to reply to a result of the background. */
  readonly replyDue: Current<boolean>;
  /** The user's input that is not yet in the history. */
  readonly pending: Current<PendingInput>;
  readonly edges: { readonly [Edge in EdgeName]: Source<Edges[Edge]> };
  /** Edges without a splice, which keep the session safe. */
  readonly settled: Source<Settlement>;
  readonly endpoints: Source<void>;
  readonly eagerEnds: Source<EagerEnd>;
  /** True while the user's words so far are known to continue. */
  readonly unfinished: Current<boolean>;
  /** Segments to end because the turn is over. */
  readonly segmentEnds: Source<number>;
  /** The recogniser's findings about the user's turn. */
  readonly recogniserTurns: Source<RecogniserTurn>;
  readonly functionEvents: Source<FunctionEvent>;
  /** For the metrics only. */
  readonly progress: Source<RoundProgress | SpeechProgress | ProviderProgress>;
  /** The text of answers that are requested ahead. */
  readonly draftText: Source<DraftText>;
  readonly commands: Source<PlayoutCommand>;
  readonly reports: Source<PlayoutReport>;
  /** The function that reads the heard text of the current utterance. */
  readonly heard: Current<ReadHeard>;
  /** `true` while the transport reports that the client is connected. */
  readonly present: Current<boolean>;
  /** `true` while the client has stopped reporting its playout. */
  readonly silent: Current<boolean>;
}

export interface SubjectsOptions {
  /** Runs each piece of work that no other work has caused. @default at once */
  readonly runStep?: ((work: () => void) => void) | undefined;
  /** Receives failures and diagnostics. @default a new Subject */
  readonly errors?: Source<AntiphonError> | undefined;
}

export function createSubjects(
  history: readonly HistoryEntry[],
  { connected }: SessionIo,
  { runStep, errors = createSubject() }: SubjectsOptions = {},
): GraphSubjects {
  return {
    inbox: createInbox(runStep),
    decisions: createDecisions(),
    facts: createSubject(),
    errors,
    history: createCurrent(history),
    open: createCurrent(true),
    waiting: createCurrent(false),
    speechHeld: createCurrent(false),
    agentAudible: createCurrent(false),
    agentState: createCurrent<AgentState>('idle'),
    userState: createCurrent<UserState>('silent'),
    quiet: createCurrent<Quiet>('quiet'),
    replyDue: createCurrent(false),
    pending: createCurrent(NOTHING_PENDING),
    edges: mapNames(EDGES, () => createSubject<unknown>()) as GraphSubjects['edges'],
    settled: createSubject(),
    endpoints: createSubject(),
    eagerEnds: createSubject(),
    unfinished: createCurrent(false),
    segmentEnds: createSubject(),
    recogniserTurns: createSubject(),
    functionEvents: createSubject(),
    progress: createSubject(),
    draftText: createSubject(),
    commands: createSubject(),
    reports: createSubject(),
    heard: createCurrent<ReadHeard>(() => ''),
    present: createCurrent(connected === undefined),
    silent: createCurrent(false),
  };
}

/** @param asksAhead false if a splice must pass each turn first: then no answer is requested before the commit */
export function createFloorSignals(
  { decisions, open, waiting, speechHeld, agentAudible, quiet }: GraphSubjects,
  { asksAhead }: { readonly asksAhead: boolean },
): FloorSignals {
  return {
    open,
    waiting,
    speechHeld,
    agentAudible,
    replyEnded: decisions.of('end_reply'),
    callsCut: decisions.of('cut_calls'),
    cut: decisions.of('cut'),
    resume: decisions.of('resume'),
    collected: decisions
      .of('fact')
      .pipe(mapDefined(({ fact }) => (fact.kind === 'calls_collected' ? fact : undefined))),
    settleCalls: decisions.of('settle_calls').pipe(map(({ result }) => result)),
    callCancelled: decisions.of('cancel_call').pipe(map(({ tool_call_id }) => tool_call_id)),
    executed: decisions.of('fact').pipe(mapDefined(({ fact }) => (fact.kind === 'calls_executed' ? fact : undefined))),
    quiet,
    fillerAsked: decisions.of('ask_filler'),
    drafts: asksAhead ? decisions.of('draft').pipe(map(({ turn }) => turn)) : NEVER,
  };
}

/** Emits whether the client is connected and has not stopped reporting its playout. */
export function selectConnected({ present, silent }: GraphSubjects): Observable<boolean> {
  return combineLatest([present, silent]).pipe(
    map(([isPresent, isSilent]) => isPresent && !isSilent),
    distinctUntilChanged(),
  );
}
