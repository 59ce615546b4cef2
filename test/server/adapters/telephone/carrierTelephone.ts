import type { SchedulerLike, Subscription } from 'rxjs';
import type { PeerMessage } from '../../../../src/core/mediaAdapter.ts';
import type { CarrierPeer } from './carrierDouble.ts';

/** A telephone behind a carrier: it plays the agent's audio in the time of a scheduler, and reports by the carrier's marks. */
export interface CarrierTelephone {
  /** Takes a message of the server. */
  take(message: PeerMessage): void;
  /** Audio that was played, in ms. */
  playedMs(): number;
  readonly clears: () => number;
}

export interface CarrierTelephoneOptions {
  readonly scheduler: SchedulerLike;
  readonly peer: CarrierPeer;
  readonly sampleRate: number;
  readonly send: (messages: readonly PeerMessage[]) => void;
}

export function createCarrierTelephone(options: CarrierTelephoneOptions): CarrierTelephone {
  const { scheduler, peer, sampleRate, send } = options;
  const marks = new Map<string, Subscription>();
  let sentMs = 0;
  let droppedMs = 0;
  let playsUntil = 0;
  let clears = 0;
  const unplayedMs = (): number => Math.max(0, playsUntil - scheduler.now());
  const reach = (name: string): void => {
    marks.delete(name);
    send(peer.reach(name));
  };
  const clear = (): void => {
    clears += 1;
    droppedMs += unplayedMs();
    playsUntil = scheduler.now();
    for (const [name, due] of marks) {
      due.unsubscribe();
      if (peer.returnsDropped) send(peer.reach(name));
    }
    marks.clear();
  };
  return {
    take: (message) => {
      for (const event of peer.read(message)) {
        if (event.kind === 'clear') clear();
        else if (event.kind === 'mark')
          marks.set(
            event.name,
            scheduler.schedule(() => reach(event.name), unplayedMs()),
          );
        else if (event.kind === 'audio') {
          const ms = event.samples / (sampleRate / 1000);
          sentMs += ms;
          playsUntil = Math.max(scheduler.now(), playsUntil) + ms;
        }
      }
    },
    playedMs: () => sentMs - droppedMs - unplayedMs(),
    clears: () => clears,
  };
}
