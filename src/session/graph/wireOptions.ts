import type { Observable, SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { FloorSettings } from '../floor/types.ts';
import type { HistoryEntry } from '../history.ts';
import type { Contain } from '../containment/containment.ts';
import type { PartSession } from '../partSession.ts';
import type { Splices } from '../splices/splice.ts';
import type { StageContext, StageFactories, StageName } from '../stages.ts';
import type { Updates } from '../updates/createUpdates.ts';
import type { UsageNames } from '../usage/createUsage.ts';

export interface WireOptions {
  readonly io: SessionIo;
  /** Errors of the ports and the transport that reach no stage. @default none */
  readonly borderErrors?: Observable<AntiphonError> | undefined;
  readonly stages: StageFactories;
  readonly splices?: Splices | undefined;
  /** The session for splices and stages. @default undefined, for a graph without a session */
  readonly session?: PartSession | undefined;
  /** The stages to watch. @default all */
  readonly watched?: ReadonlySet<StageName> | undefined;
  /** Returns the longest time that a function may take, in ms. @default 30000 */
  readonly longestCallMs?: (() => number) | undefined;
  /** Runs the code of splices. @default `contain` */
  readonly contain?: Contain | undefined;
  readonly settings: FloorSettings;
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly scheduler: SchedulerLike;
  /** Runs each piece of work that no other work has caused. @default at once */
  readonly runStep?: ((work: () => void) => void) | undefined;
  /** Minimum time between the last voiced sample and the end of a turn, in ms, for the metrics. @default 500 */
  readonly minEndpointingDelayMs?: number | undefined;
  /** The providers named in the usage. @default "unknown" */
  readonly providers?: UsageNames | undefined;
  /** The changes during a call. @default none */
  readonly updates?: Updates | undefined;
  /** The number of the first event. @default 0 */
  readonly firstSeq?: number | undefined;
  /** Emits the agent's texts for a user who gives no sign. @default nothing */
  readonly userAway?: ((context: StageContext) => Observable<string>) | undefined;
  /** Emits the fillers that the floor requests. @default none */
  readonly filler?:
    | ((context: StageContext) => Observable<{ readonly turn: number; readonly text: string }>)
    | undefined;
  /** True to remove the agent's echo from the transcripts. @default false */
  readonly ignoreEcho?: boolean | undefined;
}
