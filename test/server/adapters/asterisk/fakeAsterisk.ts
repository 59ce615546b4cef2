import { interval, type SchedulerLike } from 'rxjs';
import { PLAIN_EVENTS } from './captured.ts';

/** A channel of Asterisk's, and the telephone behind it. */
export interface FakeAsterisk {
  /** Takes a message of the server. @throws Error for what Asterisk does not take */
  take(message: string | Uint8Array): void;
  /** The call begins: `MEDIA_START`. */
  begin(): void;
  /** A frame of the caller's voice. */
  speak(samples: Int16Array): void;
  press(digit: string): void;
  /** Audio that the caller has heard, in ms. */
  playedMs(): number;
  /** The commands that it has got, without marks. */
  readonly commands: readonly string[];
  stop(): void;
}

export interface FakeAsteriskOptions {
  readonly scheduler: SchedulerLike;
  /** Sends a message to the server. */
  readonly send: (message: string | Uint8Array) => void;
  /** Receives what the caller hears, every 20 ms. */
  readonly hear?: ((samples: Int16Array) => void) | undefined;
}

const FRAME_MS = 20;
/** Of slin16. */
const FRAME_BYTES = 640;
const MAX_TEXT = 128;
/** What it queues at most: 20 s. */
const MAX_FRAMES = 1000;

type Queued = { readonly kind: 'frame'; readonly bytes: Uint8Array } | { readonly kind: 'mark'; readonly name: string };

/**
 * Behaves as chan_websocket of Asterisk 22.10, in plain text at 16 kHz: queues whole frames of 20 ms, keeps the rest only while it buffers, plays a
 * frame every 20 ms, returns marks when it comes to them, and drops both at a flush, which also ends the buffering. Throws where Asterisk ignores a
 * command, or drops audio.
 */
export function createFakeAsterisk({ scheduler, send, hear }: FakeAsteriskOptions): FakeAsterisk {
  let queue: readonly Queued[] = [];
  let rest: Uint8Array = new Uint8Array();
  let isBuffering = false;
  let played = 0;
  const commands: string[] = [];
  const play = (bytes: Uint8Array): void => {
    played += bytes.length;
    hear?.(new Int16Array(Uint8Array.from(bytes).buffer));
  };
  const passMarks = (): void => {
    const at = queue.findIndex(({ kind }) => kind === 'frame');
    const passed = queue.slice(0, at < 0 ? queue.length : at);
    queue = queue.slice(passed.length);
    for (const one of passed) if (one.kind === 'mark') send(PLAIN_EVENTS.mark.replace('7', one.name));
  };
  const tick = (): void => {
    passMarks();
    const [first] = queue;
    queue = queue.slice(1);
    if (first?.kind === 'frame') return play(first.bytes);
    play(rest);
    rest = new Uint8Array();
  };
  const takeAudio = (bytes: Uint8Array): void => {
    if (!isBuffering && bytes.length % FRAME_BYTES !== 0)
      throw new Error(`it drops ${bytes.length % FRAME_BYTES} bytes`);
    if (queue.length >= MAX_FRAMES) throw new Error('its queue is full');
    let all = Buffer.concat([rest, bytes]);
    for (; all.length >= FRAME_BYTES; all = all.subarray(FRAME_BYTES))
      queue = [...queue, { kind: 'frame', bytes: all.subarray(0, FRAME_BYTES) }];
    rest = all;
  };
  const obey: Readonly<Record<string, () => void>> = {
    START_MEDIA_BUFFERING: () => (isBuffering = true),
    FLUSH_MEDIA: () => {
      queue = [];
      rest = new Uint8Array();
      isBuffering = false;
    },
    HANGUP: () => undefined,
  };
  const startedMs = scheduler.now();
  let ticked = 0;
  // Those that are late on a busy machine come at once.
  const ticks = interval(FRAME_MS, scheduler).subscribe(() => {
    for (; (ticked + 1) * FRAME_MS <= scheduler.now() - startedMs; ticked += 1) tick();
  });
  return {
    take: (message) => {
      if (typeof message !== 'string') return takeAudio(message);
      if (message.length > MAX_TEXT) throw new Error(`it ignores a command of ${message.length} bytes`);
      const [command = '', name] = message.split(' ');
      if (command === 'MARK_MEDIA' && name !== undefined) {
        queue = [...queue, { kind: 'mark', name }];
        return;
      }
      if (obey[command] === undefined || name !== undefined) throw new Error(`it does not know ${message}`);
      commands.push(command);
      obey[command]();
    },
    begin: () => send(PLAIN_EVENTS.start),
    speak: (samples) => send(new Uint8Array(samples.slice().buffer)),
    press: (digit) => send(PLAIN_EVENTS.digit.replace('digit:5', `digit:${digit}`)),
    playedMs: () => (played / FRAME_BYTES) * FRAME_MS,
    commands,
    stop: () => ticks.unsubscribe(),
  };
}
