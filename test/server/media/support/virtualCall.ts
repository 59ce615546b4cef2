import type { AudioFrame } from '../../../../src/core/audio.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call, type Call, type CallOptions } from './call.ts';
import { FakeSocket } from './fakeSocket.ts';
import { player, type Player } from './player.ts';

export interface VirtualCallOptions extends Omit<CallOptions, 'scheduler'> {
  /** How long after the connection the session is made. */
  readonly configuringMs?: number;
}

export interface VirtualCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  readonly player: Player;
  /** The client joins now; it plays what it is sent and says `voice` from now on. */
  join(voice?: readonly SoundInterval[]): void;
}

/** A session, its connection and a client, in virtual time. The session has started. */
export function virtualCall(options: VirtualCallOptions = {}): VirtualCall {
  const clock = new VirtualClock();
  const { configuringMs = 0 } = options;
  const made = call({ meanwhile: () => clock.flush(configuringMs), ...options, scheduler: clock });
  const socket = new FakeSocket();
  const client = player({ scheduler: clock, say: (message) => clock.schedule(() => socket.says(message)) });
  made.start();
  return {
    ...made,
    clock,
    socket,
    player: client,
    join: (voice = []) => {
      socket.onFrame = (frame) => client.take(frame);
      made.connection.join(socket);
      const talking = microphone(voice, { scheduler: clock, frameMs: 32 }).subscribe((frame) =>
        socket.hears(bytes(frame)),
      );
      void made.session.ended.then(() => {
        talking.unsubscribe();
        client.stop();
      });
    },
  };
}

function bytes({ samples }: AudioFrame): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
