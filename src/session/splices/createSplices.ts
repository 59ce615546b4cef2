import { identity, map, pipe, type MonoTypeOperatorFunction, type Observable, type SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { Settlement, Transcript, UserTurn } from '../../core/speech.ts';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';
import { createPart } from '../containment/part.ts';
import type { Contain } from '../containment/containment.ts';
import type { EdgeName, Edges } from '../edges.ts';
import type { FunctionEvent } from '../stages.ts';
import type { FloorSignals } from '../stages.ts';
import type { PartSession } from '../partSession.ts';
import { insert } from './insert.ts';
import { insertInBrackets } from './insertInBrackets.ts';
import { RULES } from './rules.ts';
import type { Splice, Splices, SpliceSettings } from './splice.ts';
import type { ActiveSplice } from './spliceRun.ts';

export interface SplicesOptions {
  readonly splices: Splices;
  readonly session: PartSession;
  readonly contain?: Contain | undefined;
  readonly report: (error: AntiphonError) => void;
  readonly fail: (error: AntiphonError) => void;
  readonly scheduler: SchedulerLike;
  readonly floor: Pick<FloorSignals, 'replyEnded' | 'cut'>;
}

/** A committed turn, or the event that follows the commit. */
export type CommitEvent =
  | { readonly kind: 'turn'; readonly turn: UserTurn }
  | { readonly kind: 'commit_done' }
  | { readonly kind: 'finish' };

/** The operators that insert the splices of a session at its edges. */
export interface InsertedSplices {
  /** Creates the splice operator of an edge whose values all pass through it. */
  readonly at: <Edge extends PlainEdge>(edge: Edge) => MonoTypeOperatorFunction<Edges[Edge]>;
  /** Settlements wait for the transcripts before them. */
  readonly transcript: MonoTypeOperatorFunction<Transcript | Settlement>;
  /** The event that follows a commit waits for its turn. */
  readonly userTurn: MonoTypeOperatorFunction<CommitEvent>;
  /** Results wait for the calls of their round. */
  readonly functions: MonoTypeOperatorFunction<FunctionEvent>;
  readonly reply: MonoTypeOperatorFunction<TurnEvent>;
  readonly speech: MonoTypeOperatorFunction<SpeechEvent>;
  /** Starts and stops of sound bypass the splice. */
  readonly playout: MonoTypeOperatorFunction<PlayoutEvent>;
}

type PlainEdge = Exclude<
  EdgeName,
  'transcript' | 'userTurn' | 'reply' | 'functionCalls' | 'functionResults' | 'speech' | 'playout'
>;

/** A function that creates the operator of an edge: `identity` if the edge has no splice. */
type At = <Edge extends EdgeName, T>(
  edge: Edge,
  create: (splice: ActiveSplice<Edges[Edge]>) => MonoTypeOperatorFunction<T>,
) => MonoTypeOperatorFunction<T>;

export function createSplices({ splices, session, floor, ...options }: SplicesOptions): InsertedSplices {
  const at: At = (edge, create) => {
    const given: Splice<typeof edge> | undefined = splices[edge];
    return given === undefined ? identity : create(activate(edge, toSettings(given), session, options));
  };
  return {
    at: (edge) => at(edge, (splice) => insert(splice, { isSelected: isAny, waits: 'once it emits later' })),
    ...createUserSplices(at),
    functions: createFunctionSplices(at),
    ...createSpeechSplices(at, floor),
  };
}

function createUserSplices(at: At): Pick<InsertedSplices, 'transcript' | 'userTurn'> {
  return {
    transcript: at('transcript', (splice) =>
      insert<Transcript | Settlement, Transcript>(splice, { isSelected: isTranscript, waits: 'once it emits later' }),
    ),
    userTurn: at('userTurn', (splice) =>
      insert<CommitEvent, Extract<CommitEvent, { kind: 'turn' }>>(
        carried(
          splice,
          ({ turn }) => turn,
          (turn) => ({ kind: 'turn', turn }),
        ),
        { isSelected: (event) => event.kind === 'turn', waits: 'always' },
      ),
    ),
  };
}

function createFunctionSplices(at: At): InsertedSplices['functions'] {
  const calls = at('functionCalls', (splice) =>
    insert<FunctionEvent, Extract<FunctionEvent, { kind: 'calls' }>>(
      carried(
        splice,
        (event) => event.calls,
        (called) => ({ kind: 'calls', calls: called }),
      ),
      { isSelected: (event) => event.kind === 'calls', waits: 'always' },
    ),
  );
  const results = at('functionResults', (splice) =>
    insert<FunctionEvent, Extract<FunctionEvent, { kind: 'results' }>>(
      carried(
        splice,
        (event) => event.results,
        (executed) => ({ kind: 'results', results: executed }),
      ),
      { isSelected: (event) => event.kind === 'results', waits: 'never' },
    ),
  );
  return pipe(calls, results);
}

function createSpeechSplices(
  at: At,
  { replyEnded, cut }: SplicesOptions['floor'],
): Pick<InsertedSplices, 'reply' | 'speech' | 'playout'> {
  const replyCut = replyEnded.pipe(map(({ turn: key, reason }) => ({ key, reason })));
  const utteranceCut = cut.pipe(map(({ utterance: key }) => ({ key, reason: 'interrupted' as const })));
  return {
    reply: at('reply', (splice) =>
      insertInBrackets<TurnEvent, TurnEvent>(splice, {
        isSelected: (event): event is TurnEvent => event.kind === 'text',
        closes: ({ kind }) => kind === 'round' || kind === 'ended',
        keyOf: ({ turn }) => turn,
        cut: replyCut,
      }),
    ),
    speech: at('speech', (splice) =>
      insertInBrackets<SpeechEvent, SpeechEvent>(splice, {
        isSelected: (event): event is SpeechEvent => event.kind === 'audio',
        closes: ({ kind }) => kind === 'ended',
        keyOf: ({ utterance }) => utterance,
        cut: utteranceCut,
      }),
    ),
    playout: at('playout', (splice) =>
      insert<PlayoutEvent, PlayoutEvent>(splice, {
        isSelected: (event): event is PlayoutEvent => event.kind === 'played',
        waits: 'never',
      }),
    ),
  };
}

function isAny<T>(_value: T): _value is T {
  return true;
}

function isTranscript(event: Transcript | Settlement): event is Transcript {
  return event.kind !== 'settled';
}

export function toSettings<Edge extends EdgeName>(given: Splice<Edge>): SpliceSettings<Edge> {
  return typeof given === 'function' ? { operator: given } : given;
}

/** Returns the name of a splice for messages. */
export function labelOf<Edge extends EdgeName>(edge: Edge, { name, operator }: SpliceSettings<Edge>): string {
  const own = name ?? (operator.name === edge || operator.name === 'operator' ? '' : operator.name);
  return own === '' ? `the splice at "${edge}"` : `the splice "${own}" at "${edge}"`;
}

function activate<Edge extends EdgeName>(
  edge: Edge,
  settings: SpliceSettings<Edge>,
  session: PartSession,
  { report, fail, contain, scheduler }: Omit<SplicesOptions, 'splices' | 'session' | 'floor'>,
): ActiveSplice<Edges[Edge]> {
  const { operator, onError = RULES[edge].onError, maxDelayMs = 2000 } = settings;
  const label = labelOf(edge, settings);
  return {
    part: createPart({ label, path: `splice.${edge}`, code: 'splice_failed', report, contain }),
    operator: (source: Observable<Edges[Edge]>) => operator(source, session),
    hasFrames: RULES[edge].hasFrames === true,
    onError,
    maxDelayMs,
    replace: (value, what) => RULES[edge].replace?.(value, `${label} ${what}`),
    report,
    fail,
    scheduler,
    seen: { timing: 'unknown', failures: 0 },
  };
}

/** Adapts a splice for values to events that carry such values. */
function carried<T, Event>(
  splice: ActiveSplice<T>,
  valueOf: (event: Event) => T,
  eventOf: (value: T) => Event,
): ActiveSplice<Event> {
  const { operator, replace } = splice;
  return {
    ...splice,
    operator: (events) => operator(events.pipe(map(valueOf))).pipe(map(eventOf)),
    replace: (event, what) => {
      const replaced = replace(valueOf(event), what);
      return replaced === undefined ? undefined : eventOf(replaced);
    },
  };
}
