import { combineLatest, distinctUntilChanged, map, NEVER, type Observable } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { PendingInput } from '../../core/checkpoint.ts';
import { mapNames } from '../../core/names.ts';
import type { ProviderProgress, SessionIo } from '../../core/ports.ts';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { EagerEnd, RecogniserTurn, Settlement } from '../../core/speech.ts';
import type { DraftText, RoundProgress, SpeechProgress } from '../../core/turn.ts';
import type { SessionFact } from '../floor/types.ts';
import type { FunctionEvent } from '../functions/executeRound.ts';
import type { HistoryEntry } from '../history.ts';
import { EDGES, type EdgeName, type Edges } from '../edges.ts';
import type { ReadHeard } from '../playout.ts';
import type { FloorSignals } from '../stages.ts';
import type { AgentState } from '../states/agentState.ts';
import { NOTHING_PENDING } from '../states/pendingInput.ts';
import type { Quiet } from '../states/quiet.ts';
import type { UserState } from '../states/userState.ts';
import { FastBehaviorSubject } from '../../stream/fastBehaviorSubject.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import { createInbox, type Inbox } from './inbox.ts';

/** A fact with its number and time. */
export interface NumberedFact {
  readonly fact: SessionFact;
  /** 0, 1, 2 … without a gap; a session resumed from a checkpoint continues from a higher number. */
  readonly seq: number;
  /** Scheduler time since the start, in ms. */
  readonly at: number;
}

/**
 * The Subjects that carry the feedback of the graph. Events enter `inbox`; the floor emits `decisions`. The edges are
 * Subjects, so that a stage can read an edge downstream of it.
 */
export interface GraphSubjects {
  readonly inbox: Inbox;
  readonly decisions: Decisions;
  readonly facts: FastSubject<NumberedFact>;
  /** Failures and diagnostics of every part. */
  readonly errors: FastSubject<AntiphonError>;
  readonly history: FastBehaviorSubject<readonly HistoryEntry[]>;
  readonly open: FastBehaviorSubject<boolean>;
  readonly waiting: FastBehaviorSubject<boolean>;
  readonly agentAudible: FastBehaviorSubject<boolean>;
  readonly agentState: FastBehaviorSubject<AgentState>;
  readonly userState: FastBehaviorSubject<UserState>;
  readonly quiet: FastBehaviorSubject<Quiet>;
  /** The user's input that is not yet in the history. */
  readonly pending: FastBehaviorSubject<PendingInput>;
  readonly edges: { readonly [Edge in EdgeName]: FastSubject<Edges[Edge]> };
  /** Edges without a splice, which keep the session safe. */
  readonly settled: FastSubject<Settlement>;
  readonly endpoints: FastSubject<void>;
  readonly eagerEnds: FastSubject<EagerEnd>;
  /** True while the user's words so far are known to continue. */
  readonly unfinished: FastBehaviorSubject<boolean>;
  /** Segments to end because the turn is over. */
  readonly segmentEnds: FastSubject<number>;
  /** The recogniser's findings about the user's turn. */
  readonly recogniserTurns: FastSubject<RecogniserTurn>;
  readonly functionEvents: FastSubject<FunctionEvent>;
  /** For the metrics only. */
  readonly progress: FastSubject<RoundProgress | SpeechProgress | ProviderProgress>;
  /** The text of answers that are requested ahead. */
  readonly draftText: FastSubject<DraftText>;
  readonly commands: FastSubject<PlayoutCommand>;
  readonly reports: FastSubject<PlayoutReport>;
  /** The function that reads the heard text of the current utterance. */
  readonly heard: FastBehaviorSubject<ReadHeard>;
  /** `true` while the transport reports that the client is connected. */
  readonly present: FastBehaviorSubject<boolean>;
  /** `true` while the client has stopped reporting its playout. */
  readonly silent: FastBehaviorSubject<boolean>;
}

export function createSubjects(
  history: readonly HistoryEntry[],
  { connected }: SessionIo,
  runStep?: (work: () => void) => void,
): GraphSubjects {
  return {
    inbox: createInbox(runStep),
    decisions: createDecisions(),
    facts: new FastSubject(),
    errors: new FastSubject(),
    history: new FastBehaviorSubject(history),
    open: new FastBehaviorSubject(true),
    waiting: new FastBehaviorSubject(false),
    agentAudible: new FastBehaviorSubject(false),
    agentState: new FastBehaviorSubject<AgentState>('idle'),
    userState: new FastBehaviorSubject<UserState>('silent'),
    quiet: new FastBehaviorSubject<Quiet>('quiet'),
    pending: new FastBehaviorSubject(NOTHING_PENDING),
    edges: mapNames(EDGES, () => new FastSubject<unknown>()) as GraphSubjects['edges'],
    settled: new FastSubject(),
    endpoints: new FastSubject(),
    eagerEnds: new FastSubject(),
    unfinished: new FastBehaviorSubject(false),
    segmentEnds: new FastSubject(),
    recogniserTurns: new FastSubject(),
    functionEvents: new FastSubject(),
    progress: new FastSubject(),
    draftText: new FastSubject(),
    commands: new FastSubject(),
    reports: new FastSubject(),
    heard: new FastBehaviorSubject<ReadHeard>(() => ''),
    present: new FastBehaviorSubject(connected === undefined),
    silent: new FastBehaviorSubject(false),
  };
}

/** @param asksAhead false if a splice must pass each turn first: then no answer is requested before the commit */
export function createFloorSignals(
  { decisions, open, waiting, agentAudible, quiet }: GraphSubjects,
  { asksAhead }: { readonly asksAhead: boolean },
): FloorSignals {
  return {
    open,
    waiting,
    agentAudible,
    replyEnded: decisions.of('end_reply'),
    callsCut: decisions.of('cut_calls'),
    cut: decisions.of('cut'),
    resume: decisions.of('resume'),
    collected: decisions
      .of('fact')
      .pipe(mapDefined(({ fact }) => (fact.kind === 'calls_collected' ? fact : undefined))),
    settleCalls: decisions.of('settle_calls').pipe(map(({ result }) => result)),
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
