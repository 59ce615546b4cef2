import { asyncScheduler, concat, NEVER, of, type Observable } from 'rxjs';
import { mapNames } from '../core/names.ts';
import { EDGES, type Taps } from '../session/edges.ts';
import type { PartSession } from '../session/partSession.ts';
import type { FloorSignals, StageContext } from '../session/stages.ts';

/** The parts of a stage's context as one flat object: edges, floor signals and the rest. */
export interface StageContextParts
  extends Partial<Taps>,
    Partial<FloorSignals>,
    Partial<Omit<StageContext, 'edges' | 'floor'>> {}

/**
 * Creates a stage's context for a marble test. Omitted Observables never emit, except those with a current value: the
 * floor is open, the agent is not audible, the history is empty, and the client is connected. Discards reports, eager
 * ends, and requests to end a segment.
 *
 * @example
 * ```ts runnable
 * import type { StageContext } from 'antiphon';
 * import { createStageContext, marbles, transcripts } from 'antiphon/testing';
 * import { filter } from 'rxjs';
 *
 * // The ends of the user's turns for a stage `endpointing`: each final.
 * const findEnds = ({ edges }: StageContext) => edges.transcript.pipe(filter(({ kind }) => kind === 'final'));
 *
 * marbles(({ hot, expectObservable }) => {
 *   const context = createStageContext({ transcript: hot('-i-f', transcripts) });
 *   expectObservable(findEnds(context)).toBe('---f', transcripts);
 * });
 * ```
 */
export function createStageContext(parts: StageContextParts = {}): StageContext {
  return {
    edges: { ...QUIET_EDGES, ...parts },
    floor: { ...QUIET_FLOOR, ...parts },
    settled: NEVER,
    history: always([]),
    connected: always(true),
    muted: NEVER,
    segmentEnds: NEVER,
    recogniserTurns: NEVER,
    scheduler: asyncScheduler,
    ticks: parts.ticks ?? parts.scheduler ?? asyncScheduler,
    report: () => {},
    isUnfinished: () => false,
    setUnfinished: () => {},
    endSegment: () => {},
    session: QUIET_SESSION,
    eagerEnd: () => {},
    foundTurn: () => {},
    draftText: NEVER,
    addDraftText: () => {},
    progress: () => {},
    ...parts,
  };
}

function always<T>(value: T): Observable<T> {
  return concat(of(value), NEVER);
}

const QUIET_EDGES: Taps = mapNames(EDGES, () => NEVER);

const QUIET_FLOOR: FloorSignals = {
  open: always(true),
  waiting: always(false),
  agentAudible: always(false),
  replyEnded: NEVER,
  callsCut: NEVER,
  cut: NEVER,
  resume: NEVER,
  collected: NEVER,
  settleCalls: NEVER,
  callCancelled: NEVER,
  executed: NEVER,
  speechHeld: always(false),
  drafts: NEVER,
  fillerAsked: NEVER,
  quiet: always('quiet'),
};

const resolved = (): Promise<void> => Promise.resolve();

/** A session that does nothing. */
const QUIET_SESSION: PartSession = {
  id: 'ses_test',
  session_data: {},
  config: { vad: { provider: 'silero' }, initial_messages: [], session_data: {} } as unknown as PartSession['config'],
  line: { protocol: 'custom' },
  errors$: NEVER,
  signal: new AbortController().signal,
  scheduler: asyncScheduler,
  say: () => {},
  interrupt: () => {},
  respond: () => {},
  addMessages: () => {},
  cancel: () => {},
  update: () => {},
  end: () => {},
  sendDigits: resolved,
  transfer: resolved,
  hangUp: resolved,
};
