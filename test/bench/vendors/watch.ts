import { tap, type SchedulerLike } from 'rxjs';
import { monotonicScheduler } from '../../../src/time/monotonicScheduler.ts';
import { fetchRequest, type OpenRequest } from '../../../src/wire/http.ts';
import { openWebSocket } from '../../../src/wire/openWebSocket.ts';
import type { OpenSocket } from '../../../src/wire/socket.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';
import type { FakeConnection, FakeSocket, FakeVendor } from '../../fakes/kit/fake.ts';

/** A message of the fake: when it was written to the socket, and when it was handed to the adapter. */
export interface Message {
  /** NaN over HTTP. */
  readonly writtenMs: number;
  readonly receivedMs: number;
  /** True for transcripts and audio. */
  readonly isResult: boolean;
}

export interface Watch {
  readonly vendor: FakeVendor;
  readonly options: AdapterOptions;
  /** Messages since the last `forget`, in order. */
  readonly messages: readonly Message[];
  forget(): void;
}

/** A clock that runs faster than its timers, because recognisers limit how fast audio is sent. */
const HURRIED: SchedulerLike = {
  now: () => 20 * performance.now(),
  schedule: (...args: Parameters<SchedulerLike['schedule']>) => monotonicScheduler.schedule(...args),
};

interface Written {
  readonly atMs: number;
  readonly isResult: boolean;
}

/** Notes the times of a fake's messages at both ends. Its sockets are opened one after the other. */
export function watchMessages(vendor: FakeVendor): Watch {
  const connections: Written[][] = [];
  let opened = 0;
  const messages: Message[] = [];
  const openSocket: OpenSocket = (request, listener) => {
    const connection = opened++;
    let count = 0;
    return openWebSocket(request, {
      ...listener,
      received: (frame) => {
        const { atMs, isResult } = connections[connection]?.[count++] ?? { atMs: Number.NaN, isResult: false };
        messages.push({ writtenMs: atMs, receivedMs: performance.now(), isResult });
        listener.received(frame);
      },
    });
  };
  const openRequest: OpenRequest = (request) =>
    fetchRequest(request).pipe(
      tap(({ kind }) =>
        messages.push({ writtenMs: Number.NaN, receivedMs: performance.now(), isResult: kind === 'bytes' }),
      ),
    );
  return {
    vendor: { ...vendor, ...(vendor.connect !== undefined && { connect: watchConnections(vendor, connections) }) },
    options: { openSocket, openRequest, scheduler: HURRIED },
    messages,
    forget: () => void messages.splice(0),
  };
}

function watchConnections(vendor: FakeVendor, connections: Written[][]): NonNullable<FakeVendor['connect']> {
  return (socket, request): FakeConnection => {
    const written: Written[] = [];
    connections.push(written);
    const side: FakeSocket = {
      ...socket,
      send: (frame) => {
        written.push({ atMs: performance.now(), isResult: false });
        socket.send(frame);
      },
      sendResult: (...[frame, wrap]: [frame: never, wrap?: never]) => {
        written.push({ atMs: performance.now(), isResult: true });
        socket.sendResult(frame, wrap);
      },
    };
    const connection = vendor.connect?.(side, request);
    if (connection === undefined) throw new Error('the fake has no sockets');
    return connection;
  };
}
