import { asyncScheduler, Subscription, type SchedulerLike } from 'rxjs';
import type { OpenSocket, Socket, SocketEnd, SocketFrame, SocketListener, SocketRequest } from '../../wire/socket.ts';

export interface SocketDoubleOptions {
  /**
   * The behaviour of connections 0, 1, 2 …. The last element of a list serves all further connections. Default: it only
   * opens.
   */
  readonly server?:
    | ServerBehaviour
    | readonly ServerBehaviour[]
    | ((connection: number) => ServerBehaviour)
    | undefined;
  /** Default `asyncScheduler`, which is virtual inside `marbles`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The behaviour of the server on one connection. Times are in ms. */
export interface ServerBehaviour {
  /** Time from the request to the open socket. Default 0; `Infinity`: never. */
  readonly opensAfterMs?: number | undefined;
  /** Whether it answers pings. A connection without answers or other traffic counts as dead. Default true. */
  readonly answersPings?: boolean | undefined;
  /** Frames and an end, each at its time after the request. */
  readonly script?: readonly ScriptedEvent[] | undefined;
  /** Called with each frame that the client sends. */
  readonly onFrame?: ((frame: SocketFrame, server: ServerSide) => void) | undefined;
}

export type ScriptedEvent =
  | { readonly atMs: number; readonly frame: SocketFrame }
  /** Ends the connection or, if the socket is not open yet, refuses it. */
  | { readonly atMs: number; readonly end: Partial<SocketEnd> };

/** The server's side of one connection. Nothing reaches the client synchronously. */
export interface ServerSide {
  /** Sends a frame after `afterMs`, default 0. */
  send(frame: SocketFrame, afterMs?: number): void;
  /** Ends the connection after `afterMs`, default 0. The default code is 1006. */
  end(end?: Partial<SocketEnd>, afterMs?: number): void;
}

export interface SocketRecord {
  readonly request: SocketRequest;
  /** Time of the request, in ms of the scheduler. */
  readonly atMs: number;
  /** The frames that the client sent, in order. */
  readonly sent: readonly { readonly atMs: number; readonly frame: SocketFrame }[];
  /** Times of its pings, in ms of the scheduler. */
  readonly pings: readonly number[];
  /** How and when it ended; null while it is open. */
  readonly closed: { readonly by: 'close' | 'terminate' | 'server'; readonly atMs: number } | null;
  /** The client's `bufferedBytes`, which a test can set. */
  bufferedBytes: number;
  /** The server's side, for tests that act as the server. */
  readonly server: ServerSide;
}

export interface SocketDouble {
  readonly openSocket: OpenSocket;
  /** Every connection that was requested, in order. */
  readonly connections: readonly SocketRecord[];
}

/**
 * Creates sockets without a network: a scripted server answers in virtual time and records the client.
 *
 * @example
 * ```ts
 * import { deepgramStt } from 'antiphon/providers';
 * import { createSocketDouble, VirtualClock } from 'antiphon/testing';
 * import { NEVER } from 'rxjs';
 *
 * const scheduler = new VirtualClock();
 * const { openSocket, connections } = createSocketDouble({ scheduler, server: { opensAfterMs: 80 } });
 * deepgramStt({ api_key: 'k' }, { openSocket, scheduler }).transcribe(NEVER).subscribe();
 * await scheduler.run(10_000);
 * console.log(connections[0]?.sent.map(({ atMs, frame }) => `${atMs} ${frame}`)); // keep-alives, every 4 s
 * ```
 */
export function createSocketDouble({
  server = {},
  scheduler = asyncScheduler,
}: SocketDoubleOptions = {}): SocketDouble {
  const connections: SocketRecord[] = [];
  const openSocket: OpenSocket = (request, listener) => {
    const { record, socket } = connect(request, listener, scheduler, behaviourOf(server, connections.length));
    connections.push(record);
    return socket;
  };
  return { openSocket, connections };
}

function behaviourOf(server: NonNullable<SocketDoubleOptions['server']>, connection: number): ServerBehaviour {
  if (typeof server === 'function') return server(connection);
  return 'at' in server ? (server[connection] ?? server.at(-1) ?? {}) : server;
}

function connect(
  request: SocketRequest,
  listener: SocketListener,
  scheduler: SchedulerLike,
  { opensAfterMs = 0, script = [], onFrame, answersPings = true }: ServerBehaviour,
): { readonly record: SocketRecord; readonly socket: Socket } {
  const life = new Subscription();
  const sent: { atMs: number; frame: SocketFrame }[] = [];
  const pings: number[] = [];
  let isOpen = false;
  const later = (work: () => void, afterMs = 0): void => {
    if (afterMs < Number.POSITIVE_INFINITY) life.add(scheduler.schedule(() => work(), afterMs));
  };
  const end = (by: 'close' | 'terminate' | 'server'): void => {
    if (!life.closed) record.closed = { by, atMs: scheduler.now() };
    life.unsubscribe();
  };
  const server = createServerSide(listener, later, () => end('server'));
  const closed = null as SocketRecord['closed'];
  const record = { request, atMs: scheduler.now(), sent, pings, closed, bufferedBytes: 0, server };
  later(() => {
    isOpen = true;
    listener.opened();
  }, opensAfterMs);
  for (const event of script) {
    if ('frame' in event) server.send(event.frame, event.atMs);
    else server.end(event.end, event.atMs);
  }
  const socket: Socket = {
    send: (frame) => {
      if (!isOpen || life.closed) return;
      sent.push({ atMs: scheduler.now(), frame: typeof frame === 'string' ? frame : frame.slice() });
      onFrame?.(frame, server);
    },
    ping: () => {
      if (!isOpen || life.closed) return;
      pings.push(scheduler.now());
      if (answersPings) later(() => listener.ponged?.());
    },
    close: () => end('close'),
    terminate: () => end('terminate'),
    get bufferedBytes() {
      return record.bufferedBytes;
    },
  };
  return { record, socket };
}

function createServerSide(
  listener: SocketListener,
  later: (work: () => void, afterMs?: number) => void,
  end: () => void,
): ServerSide {
  return {
    send: (frame, afterMs) => later(() => listener.received(frame), afterMs),
    end: (reason, afterMs) =>
      later(() => {
        end();
        listener.ended({ code: 1006, reason: '', ...reason });
      }, afterMs),
  };
}
