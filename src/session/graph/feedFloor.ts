import { Subscription, type Observable } from 'rxjs';
import type { EagerEnd, RecogniserTurn } from '../../core/speech.ts';
import { mapArrays } from '../../stream/mapArrays.ts';
import type { FloorEvent } from '../floor/types.ts';
import type { GraphSubjects } from './subjects.ts';

/** Sends every event of the edges to the floor. */
export function feedFloor(subjects: GraphSubjects): Subscription {
  const { inbox, edges, settled, endpoints, eagerEnds, recogniserTurns } = subjects;
  const feeding = new Subscription();
  const feed = <T>(source: Observable<T>, toEvent: (value: T) => FloorEvent): void =>
    feeding.add(source.subscribe((value) => inbox.next(toEvent(value))));
  feed(edges.playout, (event) => ({ kind: 'playout', event }));
  feed(edges.speech, (event) => ({ kind: 'speech', event }));
  feed(edges.reply, (event) => ({ kind: 'reply', event }));
  feed(edges.functionCalls, (calls) => ({ kind: 'calls', calls }));
  feed(edges.functionResults, (results) => ({ kind: 'results', results }));
  feed(edges.userTurn, (turn) => ({ kind: 'turn', turn }));
  feed(edges.interruption, (by) => ({ kind: 'barge_in', by }));
  feed(edges.textIn, (text) => ({ kind: 'typed', text }));
  feed(edges.dtmf, () => ({ kind: 'digit' }));
  feed(endpoints, () => ({ kind: 'endpoint' }));
  feed(eagerEnds, (event) => event);
  feed(recogniserTurns.pipe(mapArrays(earlySignsOf)), (event) => event);
  feed(edges.activity, (event) => event);
  feed(edges.transcript, (transcript) => transcript);
  feed(settled, (settlement) => settlement);
  return feeding;
}

/** Returns the early sign that a recogniser has given; none if it is none. */
function earlySignsOf({ state }: RecogniserTurn): readonly EagerEnd[] {
  return state === 'eager_end' || state === 'resumed' ? [{ kind: state }] : [];
}
