import { Subscription, type Observable } from 'rxjs';
import type { FloorEvent } from '../floor/types.ts';
import type { StageName } from '../stages.ts';
import { holdReplyEnds } from '../containment/holdReplyEnds.ts';
import type { GraphSubjects } from './subjects.ts';

/** Sends every event of the edges to the floor. `watched` are the non-standard stages. */
export function feedFloor(subjects: GraphSubjects, watched: ReadonlySet<StageName>): Subscription {
  const { inbox, edges, settled, endpoints, eagerEnds, recogniserTurns } = subjects;
  const feeding = new Subscription();
  const feed = <T>(source: Observable<T>, next: (value: T) => void): void => feeding.add(source.subscribe(next));
  const pass = (event: FloorEvent): void => inbox.next(event);
  feed(edges.playout, (event) => inbox.next({ kind: 'playout', event }));
  feed(edges.speech, (event) => inbox.next({ kind: 'speech', event }));
  const replies = watched.has('speak') ? holdReplyEnds(edges.reply, edges.speech) : edges.reply;
  feed(replies, (event) => inbox.next({ kind: 'reply', event }));
  feed(edges.functionCalls, (calls) => inbox.next({ kind: 'calls', calls }));
  feed(edges.functionResults, (results) => inbox.next({ kind: 'results', results }));
  feed(edges.userTurn, (turn) => inbox.next({ kind: 'turn', turn }));
  feed(edges.interruption, (by) => inbox.next({ kind: 'barge_in', by }));
  feed(edges.textIn, (text) => inbox.next({ kind: 'typed', text }));
  feed(edges.dtmf, () => inbox.next({ kind: 'digit' }));
  feed(endpoints, () => inbox.next({ kind: 'endpoint' }));
  feed(eagerEnds, pass);
  feed(recogniserTurns, ({ state }) => {
    if (state === 'eager_end' || state === 'resumed') inbox.next({ kind: state });
  });
  feed(edges.activity, pass);
  feed(edges.transcript, pass);
  feed(settled, pass);
  return feeding;
}
