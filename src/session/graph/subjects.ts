import { BehaviorSubject, combineLatest, distinctUntilChanged, map, NEVER, Subject, type Observable } from 'rxjs';
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
  readonly facts: Subject<NumberedFact>;
  /** Failures and diagnostics of every part. */
  readonly errors: Subject<AntiphonError>;
  readonly history: BehaviorSubject<readonly HistoryEntry[]>;
  readonly open: BehaviorSubject<boolean>;
  readonly waiting: BehaviorSubject<boolean>;
  readonly agentAudible: BehaviorSubject<boolean>;
  readonly agentState: BehaviorSubject<AgentState>;
  readonly userState: BehaviorSubject<UserState>;
  readonly quiet: BehaviorSubject<Quiet>;
  /** The user's input that is not yet in the history. */
  readonly pending: BehaviorSubject<PendingInput>;
  readonly edges: { readonly [Edge in EdgeName]: Subject<Edges[Edge]> };
  /** Edges without a splice, which keep the session safe. */
  readonly settled: Subject<Settlement>;
  readonly endpoints: Subject<void>;
  readonly eagerEnds: Subject<EagerEnd>;
  /** True while the user's words so far are known to continue. */
  readonly unfinished: BehaviorSubject<boolean>;
  /** Segments to end because the turn is over. */
  readonly segmentEnds: Subject<number>;
  /** The recogniser's findings about the user's turn. */
  readonly recogniserTurns: Subject<RecogniserTurn>;
  readonly functionEvents: Subject<FunctionEvent>;
  /** For the metrics only. */
  readonly progress: Subject<RoundProgress | SpeechProgress | ProviderProgress>;
  /** The text of answers that are requested ahead. */
  readonly draftText: Subject<DraftText>;
  readonly commands: Subject<PlayoutCommand>;
  readonly reports: Subject<PlayoutReport>;
  /** The function that reads the heard text of the current utterance. */
  readonly heard: BehaviorSubject<ReadHeard>;
  /** `true` while the transport reports that the client is connected. */
  readonly present: BehaviorSubject<boolean>;
  /** `true` while the client has stopped reporting its playout. */
  readonly silent: BehaviorSubject<boolean>;
}

export function createSubjects(
  history: readonly HistoryEntry[],
  { connected }: SessionIo,
  runStep?: (work: () => void) => void,
): GraphSubjects {
  return {
    inbox: createInbox(runStep),
    decisions: createDecisions(),
    facts: new Subject(),
    errors: new Subject(),
    history: new BehaviorSubject(history),
    open: new BehaviorSubject(true),
    waiting: new BehaviorSubject(false),
    agentAudible: new BehaviorSubject(false),
    agentState: new BehaviorSubject<AgentState>('idle'),
    userState: new BehaviorSubject<UserState>('silent'),
    quiet: new BehaviorSubject<Quiet>('quiet'),
    pending: new BehaviorSubject(NOTHING_PENDING),
    edges: mapNames(EDGES, () => new Subject<unknown>()) as GraphSubjects['edges'],
    settled: new Subject(),
    endpoints: new Subject(),
    eagerEnds: new Subject(),
    unfinished: new BehaviorSubject(false),
    segmentEnds: new Subject(),
    recogniserTurns: new Subject(),
    functionEvents: new Subject(),
    progress: new Subject(),
    draftText: new Subject(),
    commands: new Subject(),
    reports: new Subject(),
    heard: new BehaviorSubject<ReadHeard>(() => ''),
    present: new BehaviorSubject(connected === undefined),
    silent: new BehaviorSubject(false),
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
