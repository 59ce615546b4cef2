import type { Observable } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { Contain } from './containment/containment.ts';
import { createPart } from './containment/part.ts';
import type { EdgeName, Edges, Taps } from './edges.ts';
import type { PartSession } from './partSession.ts';

/** A function that receives the values of an edge. */
export type Tap<Edge extends EdgeName = EdgeName> = {
  readonly [Name in Edge]: {
    readonly edge: Name;
    readonly observe: (value: Edges[Name], session: PartSession) => void;
  };
}[Edge];

/**
 * Creates a tap: `observe` receives each value of an edge, and the session. Its errors are reported as `tap_failed`.
 *
 * @example
 * ```ts
 * import { defineTap } from 'antiphon';
 * import type { Agent } from 'antiphon';
 * import { serve } from 'antiphon/server';
 *
 * declare const agent: Agent;
 * const log = defineTap('transcript', ({ text }, session) => console.log(session.id, text));
 * await serve({ agent, taps: [log] });
 * ```
 */
export function defineTap<Edge extends EdgeName>(
  edge: Edge,
  observe: (value: Edges[Edge], session: PartSession) => void,
): Tap<Edge> {
  return { edge, observe };
}

export interface TapsOptions {
  readonly edges: Taps;
  readonly session: PartSession;
  readonly report: (error: AntiphonError) => void;
  readonly contain: Contain;
}

/** Connects the taps of a session for its lifetime. */
export function connectTaps(taps: readonly Tap[] = [], { edges, session, report, contain }: TapsOptions): void {
  for (const { edge, observe } of taps) {
    const label = `tap at "${edge}" (yours)`;
    const part = createPart({ label, path: `taps.${edge}`, code: 'tap_failed', report, contain });
    const values: Observable<unknown> = edges[edge];
    values.pipe(part.into).subscribe((value) => observe(value as never, session));
  }
}
