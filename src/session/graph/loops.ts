import { BehaviorSubject, combineLatest, distinctUntilChanged, filter, map, Subject } from 'rxjs';
import type { Observable } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { Settlement, UserTurn } from '../../core/speech.ts';
import type { RoundProgress } from '../../core/turn.ts';
import type { Decision, SessionFact } from '../floor/types.ts';
import type { FunctionEvent } from '../functions.ts';
import type { HistoryEntry } from '../history.ts';
import type { Edges, FloorSignals } from '../stages.ts';
import { newInbox } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** A fact, in its place in the one order of the session. */
export interface ToldFact {
  readonly fact: SessionFact;
  /** 0, 1, 2 … without a gap. */
  readonly seq: number;
  /** Scheduler time since the start, in ms. */
  readonly at: number;
}

/**
 * Every place where the graph feeds back into itself. What happens goes into `inbox`, what the floor decides comes out of
 * `told`; the edges are Subjects, so that a stage may read one that lies downstream of it.
 */
export interface Loops {
  readonly inbox: Inbox;
  readonly told: Subject<Decision>;
  readonly facts: Subject<ToldFact>;
  /** Failures and diagnostics of every part. */
  readonly errors: Subject<AntiphonError>;
  readonly history: BehaviorSubject<readonly HistoryEntry[]>;
  readonly open: BehaviorSubject<boolean>;
  readonly agentAudible: BehaviorSubject<boolean>;
  readonly edges: { readonly [Edge in keyof Edges]: Subject<Edges[Edge]> };
  /** Edges without a splice: they keep the session safe. */
  readonly settled: Subject<Settlement>;
  readonly endpoints: Subject<UserTurn>;
  readonly functionEvents: Subject<FunctionEvent>;
  /** For the metrics alone. */
  readonly progress: Subject<RoundProgress>;
  readonly commands: Subject<PlayoutCommand>;
  readonly reports: Subject<PlayoutReport>;
  /** What the transport says of the client's presence, and what its silence says. */
  readonly present: BehaviorSubject<boolean>;
  readonly silent: BehaviorSubject<boolean>;
}

export function tieLoops(
  history: readonly HistoryEntry[],
  { connected }: SessionIo,
  enter?: (work: () => void) => void,
): Loops {
  return {
    inbox: newInbox(enter),
    told: new Subject(),
    facts: new Subject(),
    errors: new Subject(),
    history: new BehaviorSubject(history),
    open: new BehaviorSubject(true),
    agentAudible: new BehaviorSubject(false),
    edges: newEdges(),
    settled: new Subject(),
    endpoints: new Subject(),
    functionEvents: new Subject(),
    progress: new Subject(),
    commands: new Subject(),
    reports: new Subject(),
    present: new BehaviorSubject(connected === undefined),
    silent: new BehaviorSubject(false),
  };
}

/** The decisions of one kind. */
export function told<Kind extends Decision['kind']>(
  { told: decisions }: Loops,
  kind: Kind,
): Observable<Extract<Decision, { kind: Kind }>> {
  return decisions.pipe(filter((decision): decision is Extract<Decision, { kind: Kind }> => decision.kind === kind));
}

export function signalsOf(loops: Loops): FloorSignals {
  return {
    open: loops.open.pipe(distinctUntilChanged()),
    agentAudible: loops.agentAudible.pipe(distinctUntilChanged()),
    replyEnded: told(loops, 'end_reply'),
    callsCut: told(loops, 'cut_calls'),
    cut: told(loops, 'cut'),
    takeUp: told(loops, 'resume'),
    settleCalls: told(loops, 'settle_calls').pipe(map(({ result }) => result)),
    executed: told(loops, 'fact').pipe(
      map(({ fact }) => fact),
      filter((fact) => fact.kind === 'calls_executed'),
    ),
  };
}

/** The client is there, and says what it plays if it ever did. */
export function connectedOf({ present, silent }: Loops): Observable<boolean> {
  return combineLatest([present, silent]).pipe(
    map(([isPresent, isSilent]) => isPresent && !isSilent),
    distinctUntilChanged(),
  );
}

function newEdges(): Loops['edges'] {
  return {
    audioIn: new Subject(),
    textIn: new Subject(),
    activity: new Subject(),
    transcript: new Subject(),
    interruption: new Subject(),
    userTurn: new Subject(),
    reply: new Subject(),
    functionCalls: new Subject(),
    functionResults: new Subject(),
    speech: new Subject(),
    playout: new Subject(),
    metrics: new Subject(),
  };
}
