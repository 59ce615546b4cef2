import { Subscription, timer } from 'rxjs';
import { redactFault, redactKeys } from '../redact.ts';
import { faultOfEnd } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import { createHeartbeat } from '../heartbeat.ts';
import type { Heartbeat } from '../heartbeat.ts';
import type { Socket, SocketListener, SocketRequest } from '../socket.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { TtsAction, TtsDialect, TtsWire } from './dialect.ts';
import { messageOf } from '../../core/messageOf.ts';

/** What a dialect says beyond the affairs of its own connection. */
export type Told = Exclude<TtsAction, { readonly kind: 'send' | 'ready' | 'fault' }>;

export interface LinkListener {
  ready(): void;
  /** What one frame has brought, or one thing that was told to the dialect. */
  told(actions: readonly Told[]): void;
  /** Once, as the last. Not told to who closed the link. */
  ended(fault: WireFault): void;
}

/** How long a connection may take to be opened and ready, in ms: another may be quicker, and a reply waits. */
const READY_MS = 3000;

const DEAD: WireFault = { kind: 'expired', message: 'the connection no longer answers' };
const NEVER_READY: WireFault = { kind: 'retry', message: 'the connection did not become ready in time' };

/**
 * A socket with its dialect. What a dialect wants sent goes out before anything else that it says is passed on: frames
 * leave in the order in which they were made, whatever the listener does meanwhile.
 */
export class Link {
  readonly #wire: TtsWire;
  readonly #deps: WireDeps;
  readonly #listener: LinkListener;
  readonly #dialect: TtsDialect;
  readonly #socket: Socket;
  #headers: SocketRequest['headers'] = {};
  #state: 'opening' | 'open' | 'ready' | 'over' = 'opening';
  readonly #settingUp: Subscription;
  #quiet = Subscription.EMPTY;
  #heartbeat: Heartbeat | null = null;

  constructor(wire: TtsWire, deps: WireDeps, listener: LinkListener) {
    this.#wire = wire;
    this.#deps = deps;
    this.#listener = listener;
    this.#dialect = wire.dialect();
    this.#settingUp = timer(READY_MS, deps.scheduler).subscribe(() => this.#fail(NEVER_READY));
    this.#socket = this.#openSocket({
      opened: () => this.#opened(),
      received: (frame) => {
        this.#heartbeat?.received();
        this.tell((dialect) => dialect.receive(frame));
      },
      ponged: () => this.#heartbeat?.received(),
      ended: (end) => this.#fail((wire.faultOf ?? faultOfEnd)(end, deps.wallClock())),
    });
  }

  /** Tells the dialect something, and does what it wants done. Nothing, once the link is over. */
  tell(what: (dialect: TtsDialect) => readonly TtsAction[]): void {
    if (this.#isOver()) return;
    const actions = this.#ask(what);
    this.#send(actions);
    if (actions.some(({ kind }) => kind === 'ready')) this.#becomeReady();
    const told = actions.filter(isTold).map((action) => this.#withoutKeys(action));
    if (told.length > 0 && !this.#isOver()) this.#listener.told(told);
    for (const action of actions) if (action.kind === 'fault') this.#fail(action.fault);
  }

  /** Whether the server owes audio: then it is pinged, so that a dead line is found early. */
  owed(isOwed: boolean): void {
    this.#heartbeat?.setAwaiting(isOwed);
  }

  /** Says goodbye. From here on the listener hears nothing. */
  close(): void {
    if (this.#isOver()) return;
    if (this.#state !== 'opening') this.#send(this.#ask((dialect) => dialect.close?.() ?? []));
    this.#finish();
    this.#socket.close();
  }

  #openSocket(listener: SocketListener): Socket {
    const { openSocket, scheduler } = this.#deps;
    try {
      const request = this.#wire.request();
      this.#headers = request.headers;
      return openSocket(request, listener);
    } catch (error) {
      scheduler.schedule(() => listener.ended({ code: CANNOT_CONNECT, reason: messageOf(error) }));
      return { send: () => {}, close: () => {}, terminate: () => {}, bufferedBytes: 0 };
    }
  }

  #withoutKeys(action: Told): Told {
    if (action.kind === 'warning') return { ...action, message: redactKeys(action.message, this.#headers) };
    return action.kind === 'failed' ? { ...action, fault: redactFault(action.fault, this.#headers) } : action;
  }

  #opened(): void {
    this.#state = 'open';
    this.tell((dialect) => dialect.open());
  }

  /** A dialect that throws has lost its connection. */
  #ask(what: (dialect: TtsDialect) => readonly TtsAction[]): readonly TtsAction[] {
    try {
      return what(this.#dialect);
    } catch (error) {
      return [
        { kind: 'fault', fault: { kind: 'retry', message: `its protocol could not be followed: ${messageOf(error)}` } },
      ];
    }
  }

  #send(actions: readonly TtsAction[]): void {
    const frames = actions.flatMap((action) => (action.kind === 'send' ? [action.frame] : []));
    for (const frame of frames) this.#socket.send(frame);
    if (frames.length > 0) this.#keepAlive();
  }

  #becomeReady(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ready';
    this.#settingUp.unsubscribe();
    this.#keepAlive();
    this.#watch();
    this.#listener.ready();
  }

  #watch(): void {
    const { scheduler } = this.#deps;
    if (this.#socket.ping === undefined) return;
    this.#heartbeat = createHeartbeat({ scheduler, ping: () => this.#socket.ping?.(), onDead: () => this.#fail(DEAD) });
  }

  #keepAlive(): void {
    const { keepAliveMs } = this.#wire;
    this.#quiet.unsubscribe();
    if (keepAliveMs === undefined || this.#dialect.idle === undefined || this.#state !== 'ready') return;
    this.#quiet = timer(keepAliveMs, this.#deps.scheduler).subscribe(() => {
      this.#keepAlive();
      this.tell((dialect) => dialect.idle?.() ?? []);
    });
  }

  #fail(fault: WireFault): void {
    if (this.#isOver()) return;
    this.#finish();
    this.#socket.terminate();
    this.#listener.ended(redactFault(fault, this.#headers));
  }

  #finish(): void {
    this.#state = 'over';
    this.#settingUp.unsubscribe();
    this.#quiet.unsubscribe();
    this.#heartbeat?.stop();
  }

  #isOver(): boolean {
    return this.#state === 'over';
  }
}

/** A request that cannot even be made ends like one that was refused: not inside this call. */
/** A close code that stands for a fault of ours: no attempt can succeed. */
const CANNOT_CONNECT = 1002;

function isTold(action: TtsAction): action is Told {
  return action.kind !== 'send' && action.kind !== 'ready' && action.kind !== 'fault';
}
