import { Subscription, type Observable } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../../core/errors.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import type { Usage } from '../../core/usage.ts';
import { deferUnless } from '../../stream/deferUnless.ts';
import { guard } from '../../stream/guard.ts';
import { postRequest, writeRequest, type Requests } from './createControl.ts';
import type { Resumption } from '../checkpoints/resumption.ts';
import type { Contain } from '../containment/containment.ts';
import type { EventHandlers } from '../eventInputs.ts';
import type { SessionEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { notify, notifyOther } from '../agentCode/notify.ts';
import type { SessionRecord } from '../recording.ts';
import type { SessionEnd } from '../session.ts';
import type { UpdateEvent } from '../sessionUpdate.ts';

export interface LifecycleOptions<SessionData extends object> extends Pick<SessionRecord<SessionData>, 'request'> {
  readonly agent: EventHandlers<SessionData>;
  /** Runs the event handlers. */
  readonly contain: Contain;
  /** Returns the agent that has taken over the conversation; undefined: the first one still has it. */
  readonly speaking: () => { readonly agent: object; readonly sessionData: object } | undefined;
  readonly graph: Graph;
  readonly requests: Requests;
  readonly events$: Observable<SessionEvent<SessionData>>;
  /** Errors to report after the start. */
  readonly warnings: readonly AntiphonError[];
  readonly firstMessage: string | undefined;
  readonly greeting: ReplyRequest | undefined;
  /** Undefined for a new session. */
  readonly resumption: Resumption | undefined;
  /** Called when the session starts, before anything runs. */
  readonly onStart: () => void;
  /** Returns the session's usage so far. */
  readonly usage: () => Usage;
}

/** The start and end of a session. */
export interface Lifecycle {
  readonly ended: Promise<SessionEnd>;
  /** Starts the session. Does nothing if it has started or ended. */
  start(): void;
}

/** Before the start, `update` is kept until then, `end` prevents the start, and other requests have no effect. */
export function createLifecycle<SessionData extends object>(options: LifecycleOptions<SessionData>): Lifecycle {
  const { agent, contain, speaking, graph, requests, events$, warnings, resumption, onStart, request, usage } = options;
  const context = { report: graph.report, contain };
  let running: Subscription | null = null;
  const early: UpdateEvent[] = [];
  const updates: UpdateEvent[] = [];
  const begin = (): void => {
    running = new Subscription();
    onStart();
    events$
      .pipe(
        deferUnless(
          (event) => event.name === 'on_function_calls_collected',
          (event) => ({ event, other: speaking() }),
        ),
      )
      .subscribe(({ event, other }) => {
        notify(agent, event, context);
        if (other !== undefined) notifyOther(other, agent, event, context);
      });
    running.add(graph.connect());
    warnings.forEach(graph.report);
    updates.forEach((update) => graph.post(update));
    greet(graph, options);
    resumption?.begin(graph);
  };
  requests.handleWith((requested) => {
    if (running !== null) request(writeRequest(requested), () => postRequest(graph, requested));
    else if (requested.kind === 'end') graph.abandon(requested.reason);
    else if (requested.kind === 'update') early.push(requested);
  });
  const release = (): void => (running ??= new Subscription()).unsubscribe();
  return {
    ended: new Promise((resolve) => {
      graph.ended.subscribe((reason) => {
        guard(release, (thrown) => graph.report(asAntiphonError(thrown, 'internal')));
        resolve({ reason, usage: usage() });
      });
    }),
    start: () => {
      if (running !== null) return;
      resumption?.restore();
      // Recorded before the start: a replay puts inputs within a step after the step's own work.
      for (const update of early) request(writeRequest(update), () => updates.push(update));
      request(resumption?.request ?? { kind: 'start' }, begin);
    },
  };
}

/** Requests the first words of the agent. */
function greet(
  { post }: Graph,
  { firstMessage, greeting }: Pick<LifecycleOptions<object>, 'firstMessage' | 'greeting'>,
): void {
  if (firstMessage !== undefined) post({ kind: 'say', text: firstMessage, first: true });
  if (greeting !== undefined) post({ kind: 'respond', request: greeting });
}
