import type { SchedulerLike } from 'rxjs';
import type { OpenSocket, SocketFrame } from '../../src/wire/socket.ts';
import type { FakeConnection, FakeSocket, FakeVendor } from '../fakes/kit/fake.ts';

export interface OpenFake {
  readonly openSocket: OpenSocket;
  /** What the server would refuse. */
  readonly violations: readonly string[];
  /** The frames of the client. */
  readonly sent: readonly string[];
}

/** Opens sockets to a vendor's fake within the process, in the time of the scheduler. */
export function openFake(vendor: FakeVendor, scheduler: SchedulerLike): OpenFake {
  const violations: string[] = [];
  const sent: string[] = [];
  const later = (work: () => void): void => void scheduler.schedule(work);
  const openSocket: OpenSocket = ({ url, headers }, listener) => {
    const { pathname: path, searchParams } = new URL(url);
    const query = [...searchParams];
    const request = { kind: 'upgrade', method: 'GET', path, query, headers, body: new Uint8Array() } as const;
    violations.push(...vendor.validate(request));
    let connection: FakeConnection | null = null;
    let isOpen = true;
    const receive = (frame: SocketFrame): void => later(() => isOpen && listener.received(frame));
    const side: FakeSocket = {
      send: receive,
      sendResult: (frame: SocketFrame, wrap?: (piece: Uint8Array) => SocketFrame) =>
        receive(typeof frame === 'string' || wrap === undefined ? frame : wrap(frame)),
      close: (code, reason = '') =>
        later(() => {
          if (isOpen) listener.ended({ code, reason });
          isOpen = false;
        }),
      reportViolation: (what) => violations.push(what),
    };
    const leave = (): void => {
      isOpen = false;
      connection?.onClose?.();
    };
    later(() => {
      if (!isOpen) return;
      listener.opened();
      connection = vendor.connect?.(side, request) ?? null;
    });
    return {
      send: (frame) =>
        later(() => {
          sent.push(String(frame));
          connection?.onFrame(frame);
        }),
      close: leave,
      terminate: leave,
      bufferedBytes: 0,
    };
  };
  return { openSocket, violations, sent };
}
