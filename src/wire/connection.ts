import { Subscription } from 'rxjs';
import { messageOf } from '../core/messageOf.ts';
import type { ConnectionAction, Dialect, Wire } from './dialect.ts';
import { faultOfEnd, type WireFault } from './fault.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createKeepAlive, type KeepAlive } from './keepAlive.ts';
import { redactFault, redactKeys } from './redact.ts';
import type { Socket, SocketEnd, SocketListener, SocketRequest } from './socket.ts';
import type { WireDeps } from './wireDeps.ts';

/** A dialect's action that its connection passes on, without keys, instead of carrying it out. */
export type Report<Action extends Kinded> = Exclude<Action, { readonly kind: 'send' | 'ready' | 'fault' }>;

interface Kinded {
  readonly kind: string;
}

export interface ConnectionListener<Action extends Kinded> {
  ready(): void;
  /** A frame has arrived. The dialect's reports follow. */
  received?(): void;
  /** Receives the reports of one call of the dialect. */
  reported(reports: readonly Report<Action>[]): void;
  /** The connection has reached the wire's `maxAgeMs`. */
  aged(): void;
  /** The connection has ended. Called once, last; not called after `close`. */
  ended(fault: WireFault): void;
}

export interface ConnectionOptions<Action extends Kinded, D extends Dialect<Action>> {
  readonly wire: Wire<D>;
  readonly deps: WireDeps;
  /** The method with which the socket is closed after a fault. */
  readonly leaveBy: 'close' | 'terminate';
  /** Not called during construction. */
  readonly listener: ConnectionListener<Action>;
}

/** Timeout for a connection to be open and ready, in ms. Another may be quicker, and a user is waiting. */
const READY_MS = 3000;

/** The fault of a connection whose server is silent. Another connection is opened at once. */
export const UNANSWERED: WireFault = { kind: 'expired', message: 'the connection no longer answers' };
const NEVER_READY: WireFault = { kind: 'retry', message: `the connection was not ready within ${READY_MS / 1000} s` };

/**
 * A WebSocket with its dialect, from the request to the end. Sets it up within 3 s, keeps it alive, pings it, and
 * redacts keys in its reports. Sends the frames that a dialect returns before it passes on anything else, so that they
 * leave in the order in which they were created.
 */
export class Connection<Action extends Kinded, D extends Dialect<Action>> {
  readonly #options: ConnectionOptions<Action, D>;
  readonly #dialect: D;
  readonly #socket: Socket;
  /** Timers that end with the connection. */
  readonly #timers: Subscription = new Subscription();
  readonly #settingUp: Subscription;
  #headers: SocketRequest['headers'] = {};
  #state: 'opening' | 'open' | 'ready' | 'over' = 'opening';
  #keepAlive: KeepAlive | null = null;
  #heartbeat: Heartbeat | null = null;
  #signs = 0;

  constructor(options: ConnectionOptions<Action, D>) {
    const { wire, deps, listener } = options;
    this.#options = options;
    this.#dialect = wire.dialect();
    this.#settingUp = this.#schedule(READY_MS, () => this.fail(NEVER_READY));
    if (wire.maxAgeMs !== undefined) this.#schedule(wire.maxAgeMs, () => listener.aged());
    this.#socket = this.#openSocket({
      opened: () => this.#opened(),
      received: (frame) => {
        this.#noteSign();
        listener.received?.();
        this.call((dialect) => dialect.receive(frame));
      },
      ponged: () => this.#noteSign(),
      ended: (end) => this.fail(this.#faultOf(end, deps.wallClock())),
    });
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Number of bytes sent that have not yet left this process. */
  get bufferedBytes(): number {
    return this.#socket.bufferedBytes;
  }

  /** Number of signs of life: frames and pongs. */
  get signs(): number {
    return this.#signs;
  }

  /** Returns whether more than `signs` signs of life have arrived. True if the server is not pinged. */
  isAliveSince(signs: number): boolean {
    return this.#heartbeat === null || this.#signs > signs;
  }

  /** Calls the dialect and carries out the returned actions. Does nothing once the connection is over. */
  call(method: (dialect: D) => readonly Action[]): void {
    if (this.isOver) return;
    const actions = this.#tryCall(method);
    this.#send(actions);
    if (actions.some(isOf('ready'))) this.#becomeReady();
    const reports = actions.filter(isReport<Action>).map((report) => this.#redact(report));
    if (reports.length > 0 && !this.isOver) this.#options.listener.reported(reports);
    for (const { fault } of actions.filter(isOf('fault'))) this.fail(fault);
  }

  /** Sets whether the server owes an answer. If so, it is pinged more often, to detect a lost connection early. */
  setAwaiting(isAwaiting: boolean): void {
    this.#heartbeat?.setAwaiting(isAwaiting);
  }

  /** Ends the connection with a fault. */
  fail(fault: WireFault): void {
    if (this.isOver) return;
    const { leaveBy, listener } = this.#options;
    this.#finish();
    this.#socket[leaveBy]();
    listener.ended(redactFault(fault, this.#headers));
  }

  /** Closes the connection as the dialect specifies. The listener is no longer called. */
  close(): void {
    if (this.isOver) return;
    if (this.#state !== 'opening') this.#send(this.#tryCall((dialect) => dialect.close?.() ?? []));
    this.#finish();
    this.#socket.close();
  }

  /** Opens the socket. If the request cannot be created, the connection ends as if it had been refused for good. */
  #openSocket(listener: SocketListener): Socket {
    const { wire, deps } = this.#options;
    try {
      const request = wire.request();
      this.#headers = request.headers;
      return deps.openSocket(request, listener);
    } catch (error) {
      this.#schedule(0, () => this.fail({ kind: 'final', message: messageOf(error) }));
      return { send: () => {}, close: () => {}, terminate: () => {}, bufferedBytes: 0 };
    }
  }

  #opened(): void {
    this.#state = 'open';
    this.call((dialect) => dialect.open());
  }

  #tryCall(method: (dialect: D) => readonly Action[]): readonly (Action | ConnectionAction)[] {
    try {
      return method(this.#dialect);
    } catch (error) {
      return [{ kind: 'fault', fault: createProtocolFault(error) }];
    }
  }

  #send(actions: readonly Kinded[]): void {
    for (const { frame } of actions.filter(isOf('send'))) {
      this.#socket.send(frame);
      this.#keepAlive?.sent();
    }
  }

  #becomeReady(): void {
    if (this.#state !== 'open') return;
    const { wire, deps, listener } = this.#options;
    const { scheduler } = deps;
    this.#state = 'ready';
    this.#settingUp.unsubscribe();
    const idle = (): void => this.call((dialect) => dialect.idle?.() ?? []);
    if (wire.keepAliveMs !== undefined) this.#keepAlive = createKeepAlive(wire.keepAliveMs, scheduler, idle);
    if (this.#socket.ping !== undefined) {
      const ping = (): void => this.#socket.ping?.();
      this.#heartbeat = createHeartbeat({ scheduler, ping, onDead: () => this.fail(UNANSWERED) });
    }
    listener.ready();
  }

  #noteSign(): void {
    this.#signs += 1;
    this.#heartbeat?.received();
  }

  #redact<R extends Kinded>(report: R): R {
    if (isOf('warning')(report)) return { ...report, message: redactKeys(report.message, this.#headers) };
    return isOf('failed')(report) ? { ...report, fault: redactFault(report.fault, this.#headers) } : report;
  }

  #faultOf(end: SocketEnd, nowMs: number): WireFault {
    try {
      return (this.#options.wire.faultOf ?? faultOfEnd)(end, nowMs);
    } catch (error) {
      return createProtocolFault(error);
    }
  }

  #finish(): void {
    this.#state = 'over';
    this.#timers.unsubscribe();
    this.#keepAlive?.stop();
    this.#heartbeat?.stop();
  }

  #schedule(ms: number, work: () => void): Subscription {
    const timer = this.#options.deps.scheduler.schedule(() => work(), ms);
    this.#timers.add(timer);
    return timer;
  }
}

function createProtocolFault(error: unknown): WireFault {
  return { kind: 'retry', message: `it sent an unexpected message: ${messageOf(error)}` };
}

function isOf<K extends ConnectionAction['kind']>(kind: K) {
  return (action: Kinded): action is Extract<ConnectionAction, { readonly kind: K }> => action.kind === kind;
}

function isReport<Action extends Kinded>(action: Action | ConnectionAction): action is Report<Action> {
  const { kind } = action;
  return kind !== 'send' && kind !== 'ready' && kind !== 'fault';
}
