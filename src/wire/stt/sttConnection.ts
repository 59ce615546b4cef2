import { Subscription } from 'rxjs';
import { redactFault, redactKeys } from '../redact.ts';
import { faultOfEnd } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { Socket, SocketEnd, SocketFrame, SocketRequest } from '../socket.ts';
import type { WireDeps } from '../wireDeps.ts';
import { AnswerDeadlines } from './answerDeadlines.ts';
import type { Overdue } from './answerDeadlines.ts';
import type { UtteranceLog } from './utteranceLog.ts';
import type { SttAction, SttDialect, SttWire } from './dialect.ts';
import { keepAlive } from './keepAlive.ts';
import type { KeepAlive } from './keepAlive.ts';
import type { SendCommand } from './sendCursor.ts';
import { createSender } from './sender.ts';
import type { Sender } from './sender.ts';
import { messageOf } from '../../core/messageOf.ts';

/** What comes of a connection. */
export type SttConnectionEvent =
  | Extract<SttAction, { kind: 'ready' | 'interim' | 'piece' | 'done' | 'failed' | 'warning' }>
  /** The utterance's end was told, and its `done` did not come for the wire's `answerMs`. */
  | ({ readonly kind: 'overdue'; readonly utterance: number } & Overdue)
  /** It should be replaced when that disturbs nothing. */
  | { readonly kind: 'aged' }
  /** It serves no longer, and is closed. Always the last. */
  | { readonly kind: 'lost'; readonly fault: WireFault };

export interface SttConnectionOptions {
  readonly wire: SttWire;
  readonly deps: WireDeps;
  readonly book: UtteranceLog;
  /** Called with all that one event brought; never inside the constructor. */
  readonly notify: (news: readonly SttConnectionEvent[]) => void;
}

/** How long a connection may take to be opened and set up, in ms: another may be quicker, and speech waits. */
const SET_UP_MS = 3000;
/** How long before the server would end it a connection is replaced, in ms. */
const EARLY_MS = 60_000;
/** The connection is dead, or as good as dead: another is opened at once. */
export const UNANSWERED: WireFault = { kind: 'expired', message: 'the connection no longer answers' };

/** One connection, from its request to its end. As soon as it is set up it tells the server what is in the book. */
export class SttConnection {
  readonly #wire: SttWire;
  readonly #deps: WireDeps;
  readonly #notify: SttConnectionOptions['notify'];
  readonly #dialect: SttDialect;
  readonly #teller: Sender;
  readonly #request: SocketRequest;
  readonly #socket: Socket;
  /** All that ends with it. */
  readonly #life: Subscription = new Subscription();
  #stage: 'opening' | 'settingUp' | 'ready' | 'over' = 'opening';
  #alive: KeepAlive | null = null;
  readonly #owed: AnswerDeadlines;

  constructor({ wire, deps, book, notify }: SttConnectionOptions) {
    this.#wire = wire;
    this.#deps = deps;
    this.#notify = notify;
    this.#dialect = wire.dialect();
    this.#teller = createSender({
      book,
      sampleRate: wire.sampleRate,
      scheduler: deps.scheduler,
      bufferedBytes: () => this.#socket.bufferedBytes,
      tell: (word) => this.#tell(word),
    });
    this.#life.add(() => this.#teller.stop());
    this.#owed = new AnswerDeadlines({
      wire,
      scheduler: deps.scheduler,
      overdue: (utterance, how) => this.#notify([{ kind: 'overdue', utterance, ...how }]),
    });
    this.#life.add(() => this.#owed.stop());
    this.#request = wire.request();
    this.#socket = deps.openSocket(this.#request, {
      opened: () => this.#opened(),
      received: (frame) => this.#received(frame),
      ponged: () => this.#owed.ponged(),
      ended: (end) => this.#notify([this.#lost(this.#faultOf(end))]),
    });
    this.#later(SET_UP_MS, () => this.#checkSetUp());
  }

  get isReady(): boolean {
    return this.#stage === 'ready';
  }

  /** More may be in the book. */
  more(): void {
    if (this.isReady) this.#teller.more();
  }

  /** Says goodbye; nothing is heard of it from here on. */
  close(): void {
    if (this.#stage === 'over') return;
    for (const action of this.#answers((dialect) => dialect.close?.() ?? []))
      if (action.kind === 'send') this.#socket.send(action.frame);
    this.#end();
  }

  #opened(): void {
    const { maxAgeMs } = this.#wire;
    this.#stage = 'settingUp';
    if (maxAgeMs !== undefined) this.#later(maxAgeMs, () => this.#notify([{ kind: 'aged' }]));
    this.#ask((dialect) => dialect.open());
  }

  #checkSetUp(): void {
    if (this.#stage !== 'opening' && this.#stage !== 'settingUp') return;
    const message = `the connection was not set up within ${SET_UP_MS / 1000} s`;
    this.#notify([this.#lost({ kind: 'retry', message })]);
  }

  #received(frame: SocketFrame): void {
    this.#owed.received();
    this.#ask((dialect) => dialect.receive(frame));
  }

  #tell(word: SendCommand): void {
    const { kind, utterance } = word;
    if (kind === 'begin') this.#ask((dialect) => dialect.begin(utterance));
    else if (kind === 'audio') this.#ask((dialect) => dialect.audio(utterance, word.samples));
    else this.#tellEnd(utterance);
  }

  #tellEnd(utterance: number): void {
    this.#owed.start(utterance);
    this.#ask((dialect) => dialect.end(utterance));
  }

  /** Tells the dialect something, and does what it says. */
  #ask(question: (dialect: SttDialect) => readonly SttAction[]): void {
    const news: SttConnectionEvent[] = [];
    for (const action of this.#answers(question)) {
      const one = this.#perform(action);
      if (one !== null) news.push(one);
      if (one?.kind === 'lost') break;
    }
    if (news.length > 0) this.#notify(news);
    this.more();
  }

  #answers(question: (dialect: SttDialect) => readonly SttAction[]): readonly SttAction[] {
    try {
      return question(this.#dialect);
    } catch (error) {
      return [{ kind: 'fault', fault: internalFault(error) }];
    }
  }

  #perform(action: SttAction): SttConnectionEvent | null {
    switch (action.kind) {
      case 'send':
        this.#socket.send(action.frame);
        this.#alive?.sent();
        return null;
      case 'ready':
        return this.#ready(action);
      case 'expires':
        this.#later(Math.max(0, action.inMs - EARLY_MS), () => this.#notify([{ kind: 'aged' }]));
        return null;
      case 'fault':
        return this.#lost(action.fault);
      case 'done':
        return this.#owed.settle(action.utterance) ? action : null;
      case 'failed':
        this.#owed.settle(action.utterance);
        return { ...action, fault: redactFault(action.fault, this.#request.headers) };
      case 'warning':
        return { ...action, message: redactKeys(action.message, this.#request.headers) };
      default:
        return action;
    }
  }

  #ready(news: SttConnectionEvent): SttConnectionEvent | null {
    if (this.isReady) return null;
    this.#stage = 'ready';
    this.#stayAlive();
    this.#owed.watch(this.#socket, () => this.#notify([this.#lost(UNANSWERED)]));
    return news;
  }

  #stayAlive(): void {
    const { keepAliveMs } = this.#wire;
    if (keepAliveMs === undefined) return;
    const alive = keepAlive(keepAliveMs, this.#deps.scheduler, () => this.#ask((dialect) => dialect.idle?.() ?? []));
    this.#alive = alive;
    this.#life.add(() => alive.stop());
  }

  #faultOf(end: SocketEnd): WireFault {
    const { faultOf = faultOfEnd } = this.#wire;
    try {
      return faultOf(end, this.#deps.wallClock());
    } catch (error) {
      return internalFault(error);
    }
  }

  #lost(fault: WireFault): SttConnectionEvent {
    this.#end();
    return { kind: 'lost', fault: redactFault(fault, this.#request.headers) };
  }

  #end(): void {
    this.#stage = 'over';
    this.#life.unsubscribe();
    this.#socket.close();
  }

  /** In `ms`, if it is not over before. */
  #later(ms: number, work: () => void): Subscription {
    const timer = this.#deps.scheduler.schedule(() => {
      this.#life.remove(timer);
      work();
    }, ms);
    this.#life.add(timer);
    return timer;
  }
}

function internalFault(error: unknown): WireFault {
  return { kind: 'retry', message: `its adapter failed: ${messageOf(error)}` };
}
