import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call, type Call, type CallOptions } from './call.ts';
import { FakeSocket } from './fakeSocket.ts';
import { ResumingClient, type Link } from './resumingClient.ts';

export interface ResumableCallOptions extends Omit<CallOptions, 'scheduler'> {
  /** What the user says, from the join on. */
  readonly voice?: readonly SoundInterval[];
  /** Time on the way, in each direction, in ms. @default 10 */
  readonly delayMs?: number;
  readonly reports?: boolean;
}

export interface ResumableCall extends Call {
  readonly clock: VirtualClock;
  readonly client: ResumingClient;
  readonly sockets: readonly FakeSocket[];
  /** The number of times that the client was known to have its token. */
  confirmed(): number;
  join(): void;
  /** Breaks the connection: what is on the way is lost. `silently`: the server does not notice. */
  cut(options?: { readonly silently?: boolean; readonly code?: number }): void;
  /** The network takes nothing more from the server, or takes what waits and goes on. */
  stall(isStuck: boolean): void;
  /** The client returns. Returns the new socket. */
  back(): FakeSocket;
}

/** A session whose client resumes it, in virtual time. The session has started. */
export function resumableCall(options: ResumableCallOptions = {}): ResumableCall {
  const clock = new VirtualClock();
  const { voice = [], delayMs = 10, reports = true } = options;
  const made = call({ resumeMs: 20_000, ...options, scheduler: clock });
  const client = new ResumingClient({ scheduler: clock, sampleRate: 16_000, reports });
  const sockets: FakeSocket[] = [];
  let confirmed = 0;
  let alive = new Set<FakeSocket>();
  const welcome = () => ({
    resumeToken: `ek_${sockets.length}`,
    confirmed: () => void (confirmed += 1),
    accepted: () => undefined,
  });
  const open = (): [FakeSocket, Link] => {
    const socket = new FakeSocket();
    sockets.push(socket);
    alive.add(socket);
    const arrive = (work: () => void): void =>
      void clock.schedule(() => (alive.has(socket) ? work() : undefined), delayMs);
    socket.onFrame = (frame) => arrive(() => client.take(typeof frame === 'string' ? frame : Uint8Array.from(frame)));
    const link: Link = {
      say: (message) => arrive(() => socket.says(message)),
      hear: (samples) => arrive(() => socket.hears(new Uint8Array(Int16Array.from(samples).buffer))),
    };
    return [socket, link];
  };
  made.start();
  return {
    ...made,
    clock,
    client,
    sockets,
    confirmed: () => confirmed,
    join: () => {
      const [socket, link] = open();
      client.join(link);
      made.connection.join(socket, welcome());
      const talking = microphone(voice, { scheduler: clock, frameMs: 32 }).subscribe(({ samples }) =>
        client.capture(samples),
      );
      void made.session.ended.then(() => {
        talking.unsubscribe();
        client.stop();
      });
    },
    cut: ({ silently = false, code = 1006 } = {}) => {
      const [socket] = [...alive].slice(-1);
      alive = new Set();
      client.lose();
      if (!silently) socket?.emit('close', code);
    },
    stall: (isStuck) => {
      for (const socket of alive) {
        socket.isStuck = isStuck;
        if (!isStuck) socket.drain();
      }
    },
    back: () => {
      const [socket, link] = open();
      made.connection.resume(socket, welcome());
      client.resume(link);
      return socket;
    },
  };
}
