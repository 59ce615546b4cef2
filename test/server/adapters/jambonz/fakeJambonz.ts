import { interval, type SchedulerLike } from 'rxjs';

/** A call of jambonz's with the verb `listen`, and the telephone behind it. */
export interface FakeJambonz {
  /** Takes a message of the server. @throws Error for what jambonz does not take */
  take(message: string | Uint8Array): void;
  /** The call begins: the data of the call. */
  begin(): void;
  /** A frame of the caller's voice. */
  speak(samples: Int16Array): void;
  press(digit: string): void;
  /** Audio that the caller has heard, in ms. */
  playedMs(): number;
  /** The types of the text messages that it has got. */
  readonly commands: readonly string[];
  stop(): void;
}

export interface FakeJambonzOptions {
  readonly scheduler: SchedulerLike;
  /** Sends a message to the server. */
  readonly send: (message: string | Uint8Array) => void;
  /** Receives what the caller hears, every 20 ms. */
  readonly hear?: ((samples: Int16Array) => void) | undefined;
}

const FRAME_MS = 20;
const BYTES_PER_MS = 32;
/** What is collected before it plays: at first, and then. */
const [FIRST_MS, LATER_MS] = [80, 40];

/** The data of a call as lib/tasks/listen.js and lib/session/call-info.js of jambonz-feature-server write them (read 2026-11). */
export const CALL = {
  sampleRate: 16_000,
  mixType: 'mono',
  callSid: '1f8b1d8e-6a0e-4b7e-9d55-0c5a1f5e0001',
  direction: 'inbound',
  from: '+15550001',
  to: '+15550002',
  callId: 'd9a1c0de@192.0.2.1',
  sipStatus: 200,
  callStatus: 'in-progress',
  accountSid: '1f8b1d8e-6a0e-4b7e-9d55-0c5a1f5e0002',
} as const;

/**
 * Behaves as mod_audio_fork of jambonz (mod_audio_fork/lws_glue.cpp, read 2026-11) with streamed audio at 16 kHz: collects 80 ms before it plays, and then 40 ms at a
 * time, plays 20 ms every 20 ms, and drops what waits to be played at the next of them after `killAudio`.
 */
export function createFakeJambonz({ scheduler, send, hear }: FakeJambonzOptions): FakeJambonz {
  let collected: Buffer = Buffer.alloc(0);
  let queue: Buffer = Buffer.alloc(0);
  let threshold = FIRST_MS;
  let isCleared = false;
  let played = 0;
  const commands: string[] = [];
  const tick = (): void => {
    if (isCleared) {
      queue = Buffer.alloc(0);
      isCleared = false;
      return;
    }
    const frame = queue.subarray(0, FRAME_MS * BYTES_PER_MS);
    queue = queue.subarray(frame.length);
    played += frame.length;
    hear?.(new Int16Array(Uint8Array.from(frame).buffer));
  };
  const startedMs = scheduler.now();
  let ticked = 0;
  // Those that are late on a busy machine come at once.
  const ticks = interval(FRAME_MS, scheduler).subscribe(() => {
    for (; (ticked + 1) * FRAME_MS <= scheduler.now() - startedMs; ticked += 1) tick();
  });
  return {
    take: (message) => {
      if (typeof message !== 'string') {
        if (message.length % 2 !== 0) throw new Error('it keeps half a sample');
        collected = Buffer.concat([collected, message]);
        if (collected.length < threshold * BYTES_PER_MS) return;
        threshold = LATER_MS;
        queue = Buffer.concat([queue, collected]);
        collected = Buffer.alloc(0);
        return;
      }
      const { type } = JSON.parse(message) as { readonly type: string };
      if (type !== 'killAudio' && type !== 'disconnect') throw new Error(`it does not know ${message}`);
      commands.push(type);
      isCleared ||= type === 'killAudio';
    },
    begin: () => send(JSON.stringify(CALL)),
    speak: (samples) => send(new Uint8Array(samples.slice().buffer)),
    press: (digit) => send(JSON.stringify({ event: 'dtmf', dtmf: digit, duration: '1600' })),
    playedMs: () => played / BYTES_PER_MS,
    commands,
    stop: () => ticks.unsubscribe(),
  };
}
