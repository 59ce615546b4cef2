import { Subscription } from 'rxjs';
import { discreet } from '../discreet.ts';
import { faultOfEnd } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { Socket, SocketEnd, SocketFrame, SocketRequest } from '../socket.ts';
import type { World } from '../world.ts';
import type { Book } from './book.ts';
import type { SttAction, SttDialect, SttWire } from './dialect.ts';
import { keepAlive } from './keepAlive.ts';
import type { KeepAlive } from './keepAlive.ts';
import type { Word } from './reading.ts';
import { teller } from './teller.ts';
import type { Teller } from './teller.ts';
import { messageOf } from '../../messageOf.ts';

/** What comes of a connection. */
export type ConnectionNews =
  | Extract<SttAction, { kind: 'ready' | 'interim' | 'piece' | 'done' | 'failed' }>
  /** The utterance's end was told, and nothing came of it for the wire's `answerMs`. */
  | { readonly kind: 'silence'; readonly utterance: number }
  /** It should be replaced when that disturbs nothing. */
  | { readonly kind: 'aged' }
  /** It serves no longer, and is closed. Always the last. */
  | { readonly kind: 'lost'; readonly fault: WireFault };

export interface ConnectionOptions {
  readonly wire: SttWire;
  readonly world: World;
  readonly book: Book;
  /** Called with all that one event brought; never inside the constructor. */
  readonly notify: (news: readonly ConnectionNews[]) => void;
}

/** How long a connection may take to be opened and set up, in ms: another may be quicker, and speech waits. */
const SET_UP_MS = 3000;
/** How long before the server would end it a connection is replaced, in ms. */
const EARLY_MS = 60_000;
/**
 * So many utterances that were waited for in vain, without a sign of life between them, and a connection is taken to be
 * dead, although nobody has ended it. Where silence may be an answer, one says nothing.
 */
const DEAD_AFTER: Readonly<Record<SttWire['silence'], number>> = { answers: 2, fails: 1 };

/** One connection, from its request to its end. As soon as it is set up it tells the server what is in the book. */
export class Connection {
  readonly #wire: SttWire;
  readonly #world: World;
  readonly #notify: ConnectionOptions['notify'];
  readonly #dialect: SttDialect;
  readonly #teller: Teller;
  readonly #request: SocketRequest;
  readonly #socket: Socket;
  /** All that ends with it. */
  readonly #life: Subscription = new Subscription();
  #stage: 'opening' | 'settingUp' | 'ready' | 'over' = 'opening';
  #alive: KeepAlive | null = null;
  /** The utterances whose end was told, and how long their answer is waited for. */
  readonly #asked: Map<number, Subscription> = new Map();
  /** Utterances that were waited for in vain since anything came. */
  #silences = 0;

  constructor({ wire, world, book, notify }: ConnectionOptions) {
    this.#wire = wire;
    this.#world = world;
    this.#notify = notify;
    this.#dialect = wire.dialect();
    this.#teller = teller({
      book,
      sampleRate: wire.sampleRate,
      scheduler: world.scheduler,
      bufferedBytes: () => this.#socket.bufferedBytes,
      tell: (word) => this.#tell(word),
    });
    this.#life.add(() => this.#teller.stop());
    this.#request = wire.request();
    this.#socket = world.openSocket(this.#request, {
      opened: () => this.#opened(),
      received: (frame) => this.#received(frame),
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
    for (const action of this.#answers((dialect) => dialect.bye?.() ?? []))
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
    this.#silences = 0;
    this.#ask((dialect) => dialect.hear(frame));
  }

  #tell(word: Word): void {
    const { kind, utterance } = word;
    if (kind === 'begin') this.#ask((dialect) => dialect.begin(utterance));
    else if (kind === 'audio') this.#ask((dialect) => dialect.audio(utterance, word.samples));
    else this.#tellEnd(utterance);
  }

  #tellEnd(utterance: number): void {
    this.#asked.set(
      utterance,
      this.#later(this.#wire.answerMs, () => this.#giveUp(utterance)),
    );
    this.#ask((dialect) => dialect.end(utterance));
  }

  #giveUp(utterance: number): void {
    this.#asked.delete(utterance);
    this.#silences += 1;
    const silence: ConnectionNews = { kind: 'silence', utterance };
    const isDead = this.#silences >= DEAD_AFTER[this.#wire.silence];
    const fault: WireFault = { kind: 'expired', message: 'the connection no longer answers' };
    this.#notify(isDead ? [silence, this.#lost(fault)] : [silence]);
  }

  /** Tells the dialect something, and does what it says. */
  #ask(question: (dialect: SttDialect) => readonly SttAction[]): void {
    const news: ConnectionNews[] = [];
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

  #perform(action: SttAction): ConnectionNews | null {
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
        return this.#answered(action.utterance) ? action : null;
      case 'failed':
        this.#answered(action.utterance);
        return { ...action, fault: discreet(action.fault, this.#request.headers) };
      default:
        return action;
    }
  }

  /** Whether the utterance's answer was waited for. */
  #answered(utterance: number): boolean {
    const waiting = this.#asked.get(utterance);
    waiting?.unsubscribe();
    return this.#asked.delete(utterance);
  }

  #ready(news: ConnectionNews): ConnectionNews | null {
    if (this.isReady) return null;
    this.#stage = 'ready';
    this.#stayAlive();
    return news;
  }

  #stayAlive(): void {
    const { keepAliveMs } = this.#wire;
    if (keepAliveMs === undefined) return;
    const alive = keepAlive(keepAliveMs, this.#world.scheduler, () => this.#ask((dialect) => dialect.idle?.() ?? []));
    this.#alive = alive;
    this.#life.add(() => alive.stop());
  }

  #faultOf(end: SocketEnd): WireFault {
    const { faultOf = faultOfEnd } = this.#wire;
    try {
      return faultOf(end, this.#world.wallClock());
    } catch (error) {
      return internalFault(error);
    }
  }

  #lost(fault: WireFault): ConnectionNews {
    this.#end();
    return { kind: 'lost', fault: discreet(fault, this.#request.headers) };
  }

  #end(): void {
    this.#stage = 'over';
    this.#life.unsubscribe();
    this.#socket.close();
  }

  /** In `ms`, if it is not over before. */
  #later(ms: number, work: () => void): Subscription {
    const timer = this.#world.scheduler.schedule(() => {
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
