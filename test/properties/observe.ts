import type { Observable } from 'rxjs';
import type { Session } from '../../src/session/session.ts';
import type { TransportDouble } from '../../src/playback/transportDouble.ts';
import { EDGES } from '../../src/session/edges.ts';
import type { Entry } from './recording.ts';

/** An entry that gets its time when it is seen. */
export type Unseen = { readonly [Of in Entry['of']]: Omit<Extract<Entry, { of: Of }>, 'atMs'> }[Entry['of']];

/** Tells `see` of all that can be seen of a session from outside, but for what its owner and its client do. */
export function observe(session: Session, io: TransportDouble, see: (entry: Unseen) => void): void {
  const seen = <Of extends Entry['of']>(of: Of, values: Observable<Extract<Entry, { of: Of }>['value']>): void => {
    values.subscribe((value) => see({ of, value } as Unseen));
  };
  const { edges } = session;
  for (const edge of EDGES) if (edge !== 'audioIn' && edge !== 'interruption') seen(edge, edges[edge]);
  edges.playout.subscribe((event) => {
    const played = event.kind === 'stopped' && io.played().find(({ utterance }) => utterance === event.utterance);
    if (played) see({ of: 'client', value: played });
  });
  seen('event', session.events$);
  seen('error', session.errors$);
  seen('history', session.history$);
}
