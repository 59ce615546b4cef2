import { dematerialize, map, merge, NEVER, timer, type Observable, type ObservableNotification } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { SttAction, SttDialect, SttWire } from '../../../src/wire/stt/dialect.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import {
  createSocketDouble,
  type ServerBehaviour,
  type SocketDouble,
  type SocketDoubleOptions,
} from '../../../src/testing/wire/socketDouble.ts';

/** s: starts · a: 100 ms of speech · l: 1 s of it · z: a frame without samples · f: flush · e: ends; capitals: the same in segment 1. */
const LETTERS: Record<string, SttInput> = Object.fromEntries(
  [0, 1].flatMap((segment) => {
    const speech = (ms: number): SttInput => ({ kind: 'audio', segment, frame: frameOf(ms) });
    const letters: [string, SttInput][] = [
      ['s', { kind: 'start', segment }],
      ['a', speech(100)],
      ['l', speech(1000)],
      ['z', speech(0)],
      ['f', { kind: 'flush', segment }],
      ['e', { kind: 'end', segment }],
    ];
    return letters.map(([letter, input]) => [segment === 0 ? letter : letter.toUpperCase(), input]);
  }),
);

function frameOf(ms: number): { samples: Int16Array; sampleRate: number } {
  return { samples: new Int16Array(ms * 16).fill(ms), sampleRate: 16_000 };
}

/** A wire of plain words: `begin 0`, `100 ms of 0`, `end 0` go out; `interim 0 hel`, `piece 0 hello`, `done 0` come in. */
export const toyWire: SttWire = {
  name: 'Toy',
  sampleRate: 16_000,
  interims: true,
  answerMs: 1000,
  silence: 'answers',
  request: () => ({ url: 'ws://toy.test/listen', headers: {} }),
  dialect: () => toyDialect,
};

export const toyDialect: SttDialect = {
  open: () => [{ kind: 'ready' }],
  begin: (utterance) => sending(`begin ${utterance}`),
  audio: (utterance, samples) => sending(`${samples.length / 16} ms of ${utterance}`),
  end: (utterance) => sending(`end ${utterance}`),
  receive: (frame) => String(frame).split('; ').flatMap(understood),
  idle: () => sending('still here'),
  close: () => sending('bye'),
};

function sending(frame: string): readonly SttAction[] {
  return [{ kind: 'send', frame }];
}

/** e.g. `piece 0 hello you`, `expires 70000`, `fault retry too busy`; `garbage` makes it throw. */
function understood(line: string): readonly SttAction[] {
  const [kind = '', first = '', ...rest] = line.split(' ');
  const text = rest.join(' ');
  const utterance = Number(first);
  switch (kind) {
    case 'ready':
      return [{ kind }];
    case 'interim':
    case 'piece':
      return [{ kind, utterance, text }];
    case 'done':
      return [{ kind, utterance }];
    case 'warning':
      return [{ kind, message: [first, text].join(' ') }];
    case 'failed':
      return [{ kind, utterance, fault: { kind: 'retry', message: text } }];
    case 'fault':
      return [{ kind, fault: { kind: first as 'retry', message: text } }];
    case 'expires':
      return [{ kind, inMs: utterance }];
    default:
      throw new TypeError(`what is ${line}?`);
  }
}

/** The answers of the server to each frame: `afterMs: words`, one after the other. */
export type Phrases = Readonly<Record<string, readonly string[]>>;

/** A server that answers frames by heart: `{ 'end 0': ['5: piece 0 hello', '6: done 0'] }`. */
export function answering(phrases: Phrases, manner: ServerBehaviour = {}): ServerBehaviour {
  return {
    ...manner,
    onFrame: (frame, server) => {
      for (const phrase of phrases[String(frame)] ?? []) {
        const [afterMs = '', words = ''] = phrase.split(/: (.*)/u);
        if (words.startsWith('ends ')) server.end({ code: Number(words.slice(5)) }, Number(afterMs));
        else server.send(words, Number(afterMs));
      }
    },
  };
}

export interface RehearsalOptions {
  readonly server?: SocketDoubleOptions['server'];
  readonly wire?: Partial<SttWire>;
  /** When the user leaves, in ms; default 60 s. */
  readonly untilMs?: number;
  /** For what marbles cannot say; called before time begins. */
  readonly meanwhile?: (clock: VirtualClock, double: SocketDouble) => void;
}

export interface Rehearsal {
  /** Events of the recogniser, as `ms what`. */
  readonly log: readonly string[];
  /** What it sent over connection 0, 1 …, as `ms frame`. */
  readonly sent: readonly (readonly string[])[];
  /** When each connection was requested and how it ended, as `0 to 70 by close`. */
  readonly lives: readonly string[];
  /** All events of the recogniser. */
  readonly events: readonly SttEvent[];
  /** Timers that were left behind. */
  readonly leftBehind: number;
}

/** Speaks `marbles` to a recogniser over the toy wire, in virtual time. */
export function rehearse(marbles: string, options: RehearsalOptions = {}): Rehearsal {
  const { server, wire = {}, untilMs = 60_000, meanwhile = () => {} } = options;
  const clock = new VirtualClock();
  const double = createSocketDouble({ server, scheduler: clock });
  const deps = { openSocket: double.openSocket, scheduler: clock, random: () => 1, wallClock: () => 0 };
  const log: string[] = [];
  const events: SttEvent[] = [];
  const note = (what: string): void => void log.push(`${clock.now()} ${what}`);
  const speech = spoken(marbles, clock);
  const listening = createWebSocketStt({ ...toyWire, ...wire }, deps)
    .transcribe(speech)
    .subscribe({
      next: (event) => {
        events.push(event);
        note(writeEvent(event));
      },
      error: (error: unknown) => note(`error ${String(error)}`),
      complete: () => note('complete'),
    });
  meanwhile(clock, double);
  clock.flush(untilMs);
  listening.unsubscribe();
  return { log, events, leftBehind: clock.pending, ...seen(double) };
}

function seen({ connections }: SocketDouble): Pick<Rehearsal, 'sent' | 'lives'> {
  return {
    sent: connections.map(({ sent }) => sent.map(({ atMs, frame }) => `${atMs} ${String(frame)}`)),
    lives: connections.map(({ atMs, closed }) => `${atMs} to ${closed?.atMs ?? 'now'} by ${closed?.by ?? 'nobody'}`),
  };
}

/** Marbles of 1 ms each. */
class Marbles extends TestScheduler {
  static override frameTimeFactor = 1;
}

export function spoken(marbles: string, clock: VirtualClock): Observable<SttInput> {
  const broken = new Error('the microphone broke');
  const messages = Marbles.parseMarbles(marbles, LETTERS, broken, false, true);
  const moments = messages.map(({ frame, notification }) =>
    timer(frame, clock).pipe(map((): ObservableNotification<SttInput> => notification)),
  );
  return merge(...moments, NEVER).pipe(dematerialize());
}

function writeEvent(event: SttEvent): string {
  const { kind, segment } = event;
  if (kind === 'empty') return `empty ${segment}`;
  if (kind === 'failed') return `failed ${segment} ${String(event.error)}`;
  if (kind === 'report') return `report ${String(event.error)}`;
  if (kind === 'served' || kind === 'used') return `${kind} ${event.provider}`;
  if (kind === 'interim') return `interim ${segment} ${event.text}`;
  if (kind === 'turn') return `turn ${segment} ${event.state}${event.atMs === undefined ? '' : ` at ${event.atMs}`}`;
  const marks = `${event.provisional === true ? ' (provisional)' : ''}${event.last === false ? ' (more)' : ''}`;
  return `final ${segment} ${event.text}${marks}`;
}
