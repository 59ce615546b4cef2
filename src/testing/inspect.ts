import { interval, merge, Subscription, tap, type Observable, type SchedulerLike } from 'rxjs';
import { checkOptions } from '../core/checkOptions.ts';
import { assertKnownName, type NameSet } from '../core/names.ts';
import { EDGES, type EdgeName } from '../session/edges.ts';
import type { Session } from '../session/session.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { createLines } from './inspect/lines.ts';
import { createMarbles, SPAN_MS } from './inspect/marbles.ts';
import type { EdgeValue, Printer } from './inspect/printer.ts';

export interface InspectOptions {
  /** The edges to print. @default all */
  readonly edges?: readonly EdgeName[] | undefined;
  /** Prefixes of the ids of the sessions to print. @default all sessions */
  readonly sessions?: readonly string[] | undefined;
  /** The format: one line per value, or one row of marbles per edge for every 8 s. @default 'lines' */
  readonly as?: 'lines' | 'marbles' | undefined;
  /** Called with each line. @default prints it to stdout */
  readonly write?: ((line: string) => void) | undefined;
  /** The session's scheduler. @default real time */
  readonly scheduler?: SchedulerLike | undefined;
}

const OPTIONS: NameSet<keyof InspectOptions> = { edges: true, sessions: true, as: true, write: true, scheduler: true };

/**
 * Prints the values of a session's edges as they flow. Call it before the session starts. Unsubscribe to stop it; it
 * ends with the session.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { serve } from 'antiphon/server';
 * import { inspect } from 'antiphon/testing';
 *
 * declare const agent: Agent;
 * await serve({ agent, prepare: (session) => inspect(session, { edges: ['transcript', 'reply'] }) });
 * // 1.266 ses_7f02 reply    text { turn: 0, round: 0, delta: 'One' }
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option or edge
 */
export function inspect(session: Pick<Session, 'id' | 'edges'>, options: InspectOptions = {}): Subscription {
  checkOptions('inspect', options, OPTIONS);
  const { edges = EDGES, sessions, as = 'lines', write = print, scheduler = monotonicScheduler } = options;
  for (const edge of edges) assertKnownName('edge', EDGES, edge, 'edges');
  if (sessions !== undefined && !sessions.some((beginning) => session.id.startsWith(beginning)))
    return new Subscription();
  const startedMs = scheduler.now();
  const timeMs = (): number => scheduler.now() - startedMs;
  const printer: Printer = (as === 'marbles' ? createMarbles : createLines)(session.id, edges, write);
  const values = edges.map((edge) =>
    (session.edges[edge] as Observable<unknown>).pipe(
      tap((value) => printer.next({ edge, value, atMs: timeMs() } satisfies EdgeValue)),
    ),
  );
  const running = new Subscription();
  running.add(interval(SPAN_MS, scheduler).subscribe(() => printer.flush(timeMs())));
  running.add(
    merge(...values).subscribe({
      complete: () => {
        printer.flush(timeMs());
        running.unsubscribe();
      },
    }),
  );
  return running;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
