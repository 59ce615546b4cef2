import { map, type Observable } from 'rxjs';
import type { Session } from '../../src/session/session.ts';
import type { TransportDouble } from '../../src/playback/transportDouble.ts';
import { EDGES } from '../../src/session/edges.ts';
import type { Entry } from './recording.ts';

/** An entry that gets its time when it is logged. */
export type UntimedEntry = { readonly [Of in Entry['of']]: Omit<Extract<Entry, { of: Of }>, 'atMs'> }[Entry['of']];

/** Tells `log` of all that can be seen of a session from outside, but for what its owner and its client do. */
export function observe(session: Session, io: TransportDouble, log: (entry: UntimedEntry) => void): void {
  const recordAll = <Of extends Entry['of']>(of: Of, values: Observable<Extract<Entry, { of: Of }>['value']>): void => {
    values.subscribe((value) => log({ of, value } as UntimedEntry));
  };
  const { edges } = session;
  for (const edge of EDGES) if (edge !== 'audioIn' && edge !== 'interruption') recordAll(edge, edges[edge]);
  edges.playout.subscribe((event) => {
    const played = event.kind === 'stopped' && io.played().find(({ utterance }) => utterance === event.utterance);
    if (played) log({ of: 'client', value: played });
  });
  recordAll('event', session.events$);
  recordAll('error', session.errors$);
  recordAll(
    'history',
    session.history$.pipe(map((entries) => entries.filter(({ message }) => message.role !== 'system'))),
  );
  recordAll('agentState', session.agentState$);
  recordAll('userState', session.userState$);
}
