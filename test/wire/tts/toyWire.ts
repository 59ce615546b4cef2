import { Subject, type Subscription } from 'rxjs';
import { durationMs } from '../../../src/core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { pcm16 } from '../../../src/wire/audio/pcm.ts';
import type { WireFault } from '../../../src/wire/fault.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';
import type { TtsAction, TtsDialect, TtsWire } from '../../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../../src/wire/tts/createWebSocketTts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import {
  createSocketDouble,
  type ServerBehaviour,
  type ServerSide,
  type SocketRecord,
} from '../../../src/testing/wire/socketDouble.ts';

/** A toy's server writes one action a line: `ready`, `audio 0 20` (20 ms), `words 0 One 0 20 two 20 40`, `done 0` … */
function actionOf(line: string): TtsAction {
  const [kind = '', id = '', ...rest] = line.split(' ');
  const utterance = Number(id);
  switch (kind) {
    case 'audio':
      return { kind, utterance, bytes: bytesOf(utterance, Number(rest[0])) };
    case 'words':
      return { kind, utterance, words: wordsOf(rest) };
    case 'flushed':
    case 'done':
    case 'released':
      return { kind, utterance };
    case 'failed':
      return { kind, utterance, fault: { kind: rest[0] as WireFault['kind'], message: 'it failed' } };
    case 'fault':
      return { kind, fault: { kind: id as WireFault['kind'], message: 'it broke' } };
    case 'warning':
      return { kind, message: id };
    default:
      return { kind: 'ready' };
  }
}

/** One sample a ms at 1 kHz; what they say is whose they are. */
function bytesOf(utterance: number, ms: number): Uint8Array {
  return new Uint8Array(new Int16Array(ms).fill(utterance + 1).buffer);
}

function wordsOf(cells: readonly string[]): { text: string; startMs: number; endMs: number }[] {
  const words = [];
  for (let n = 0; n + 2 < cells.length; n += 3)
    words.push({ text: cells[n] ?? '', startMs: Number(cells[n + 1]), endMs: Number(cells[n + 2]) });
  return words;
}

export interface ToyOptions extends Partial<Omit<TtsWire, 'dialect'>> {
  /** Whether it can cancel. Default true. */
  readonly cancels?: boolean;
  /** Sent first; else the connection is ready when it is open. */
  readonly greeting?: boolean;
  readonly pings?: boolean;
  /** What is thrown away of the dialect, and what stands there instead. */
  readonly dialect?: Partial<TtsDialect>;
}

/** A wire of plain lines, for its rules alone. */
export function toyWire({
  cancels = true,
  greeting = false,
  pings = false,
  dialect,
  ...wire
}: ToyOptions = {}): TtsWire {
  return {
    name: 'Toy',
    sampleRate: 1000,
    accepts: 'tokens',
    language: 'en-US',
    request: () => ({ url: 'wss://toy.example/speak', headers: { authorization: 'secret' } }),
    decoder: pcm16,
    maxConcurrent: 1,
    ...wire,
    dialect: () => ({
      open: () => (greeting ? say('hello') : [{ kind: 'ready' }]),
      begin: (utterance) => say(`begin ${utterance}`),
      text: (utterance, text) => say(`text ${utterance} ${text}`),
      flush: (utterance) => say(`flush ${utterance}`),
      end: (utterance) => say(`end ${utterance}`),
      ...(cancels ? { cancel: (utterance: number) => say(`cancel ${utterance}`) } : {}),
      receive: (frame) => String(frame).split('|').map(actionOf),
      ...(pings ? { idle: () => say('ping') } : {}),
      close: () => say('bye'),
      ...dialect,
    }),
  };
}

function say(frame: string): TtsAction[] {
  return [{ kind: 'send', frame }];
}

export interface Harness {
  readonly clock: VirtualClock;
  readonly voice: TextToSpeech;
  readonly connections: readonly SocketRecord[];
  /** All that was seen, each line with its time. */
  readonly log: string[];
  /** What a connection's client sent, each with its time. */
  sent(connection?: number): readonly string[];
  /** Sends lines from the server of a connection, at once. */
  hear(line: string, connection?: number): void;
  /** Begins an utterance; it is cut inside its event `cutAt`, if that is given. */
  speak(name?: string, cutAt?: number): Speech;
  warm(): Subscription;
}

export interface Speech {
  write(...pieces: readonly string[]): void;
  /** The text is complete so far. */
  flush(): void;
  end(): void;
  readonly text: Subject<string>;
  readonly subscription: Subscription;
  readonly events: TtsEvent[];
}

export type Behaviour = ServerBehaviour | readonly ServerBehaviour[] | ((connection: number) => ServerBehaviour);

/** A TTS over the toy's wire, in virtual time, with a server by hand, or as `server` scripts it. */
export function createHarness(options: ToyOptions = {}, server: Behaviour = {}): Harness {
  const clock = new VirtualClock();
  const double = createSocketDouble({ server, scheduler: clock });
  const wire = { scheduler: clock, openSocket: double.openSocket, random: () => 1, wallClock: () => 0 };
  const voice = createWebSocketTts(toyWire(options), wire);
  const log: string[] = [];
  const note = (line: string): number => log.push(`${clock.now()} ${line}`);
  return {
    clock,
    voice,
    log,
    connections: double.connections,
    sent: (connection = 0) =>
      (double.connections[connection]?.sent ?? []).map(({ atMs, frame }) => `${atMs} ${String(frame)}`),
    hear: (line, connection = 0) => {
      double.connections[connection]?.server.send(line);
      clock.flush(clock.now());
    },
    speak: (name = '', cutAt = 0) => speech({ voice, name, cutAt, note, settle: () => clock.flush(clock.now()) }),
    warm: () => voice.keepWarm?.().subscribe(({ code, message }) => note(`${code} ${message}`)) as Subscription,
  };
}

interface SpeechOptions {
  readonly voice: TextToSpeech;
  readonly name: string;
  readonly cutAt: number;
  readonly note: (line: string) => void;
  readonly settle: () => void;
}

function speech({ voice, name, cutAt, note, settle }: SpeechOptions): Speech {
  const text = new Subject<string>();
  const complete = new Subject<void>();
  const events: TtsEvent[] = [];
  const subscription = voice.synthesize(text, complete).subscribe({
    next: (event) => {
      events.push(event);
      note(`${name}${shown(event)}`);
      if (events.length === cutAt) subscription.unsubscribe();
    },
    error: ({ code, message }: { code?: string; message: string }) => note(`${name}${code ?? ''} ${message}`),
    complete: () => note(`${name}complete`),
  });
  return {
    text,
    events,
    subscription,
    write: (...pieces) => {
      for (const piece of pieces) text.next(piece);
      settle();
    },
    flush: () => {
      complete.next();
      settle();
    },
    end: () => {
      text.complete();
      settle();
    },
  };
}

export function shown(event: TtsEvent): string {
  if (event.kind === 'audio') return `audio ${durationMs(event.frame)}`;
  if (event.kind === 'mark') return `mark ${event.chars}`;
  if (event.kind !== 'words') return event.kind;
  return event.words.map(({ from, to, startMs, endMs }) => `${from}-${to}@${startMs}-${endMs}`).join(' ');
}

/** A server that speaks: each text as it comes, 10 ms a character. */
export function talker(frame: SocketFrame, server: ServerSide): void {
  const [what, id = '', ...words] = String(frame).split(' ');
  if (what === 'text') server.send(`audio ${id} ${10 * words.join(' ').length}`);
  if (what === 'end') server.send(`done ${id}`);
  if (what === 'flush') server.send(`flushed ${id}`);
  if (what === 'cancel') server.send(`released ${id}`);
}
