import { Observable } from 'rxjs';
import { mapNames } from '../../core/names.ts';
import type { Contain } from '../containment/containment.ts';
import { createPart } from '../containment/part.ts';
import { EDGES, type Taps } from '../edges.ts';
import type { Graph } from '../graph/graph.ts';
import type { Session } from '../session.ts';

type Streams<SessionData extends object> = Pick<
  Session<SessionData>,
  'edges' | 'events$' | 'errors$' | 'history$' | 'agentState$' | 'userState$' | 'firstBytes$' | 'checkpoint$'
>;

export interface ExposeOptions<SessionData extends object>
  extends Pick<Streams<SessionData>, 'events$' | 'errors$' | 'checkpoint$'> {
  readonly graph: Pick<Graph, 'edges' | 'history' | 'agentState' | 'userState' | 'firstBytes' | 'ended' | 'report'>;
  readonly contain: Contain;
}

/**
 * Creates the public streams of a session: read-only, completed at its end, and protected from errors of their
 * subscribers.
 */
export function exposeStreams<SessionData extends object>({
  graph: { edges, history, agentState, userState, firstBytes, ended, report },
  events$,
  errors$,
  checkpoint$,
  contain,
}: ExposeOptions<SessionData>): Streams<SessionData> {
  const expose = <T>(path: string, source: Observable<T>): Observable<T> =>
    new Observable((subscriber) => {
      const part = createPart({ label: `a subscriber of ${path}`, path, code: 'tap_failed', report, contain });
      part.into(untilEnded(source, ended)).subscribe(subscriber);
    });
  return {
    edges: mapNames(EDGES, (edge) => expose<unknown>(`edges.${edge}`, edges[edge])) as Taps,
    events$: expose('events$', events$),
    errors$: expose('errors$', errors$),
    history$: expose('history$', history),
    agentState$: expose('agentState$', agentState),
    userState$: expose('userState$', userState),
    firstBytes$: expose('firstBytes$', firstBytes),
    checkpoint$: expose('checkpoint$', checkpoint$),
  };
}

/** Completes with the session. Late subscribers get the current value of a state. */
function untilEnded<T>(source: Observable<T>, ended: Observable<unknown>): Observable<T> {
  return new Observable((subscriber) => {
    source.subscribe(subscriber);
    if (!subscriber.closed) subscriber.add(ended.subscribe(() => subscriber.complete()));
  });
}
