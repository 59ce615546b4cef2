import { asyncScheduler, interval, type SchedulerLike } from 'rxjs';
import { voiced } from '../../src/testing/audio.ts';

/** A microphone in real time, which is silent until somebody speaks. */
export interface Microphone {
  /** Resolves when sound of this length was sent. */
  speak(ms: number): Promise<void>;
  /** Resolves when silence of this length was sent. */
  listen(ms: number): Promise<void>;
  stop(): void;
}

/** What is sent until a number of frames is reached. */
interface Passage {
  readonly isSound: boolean;
  readonly until: number;
  readonly over: () => void;
}

const FRAME_MS = 20;
const AMPLITUDE = 15_000;

export interface MicrophoneOptions {
  /** @default the tone of `voiced` */
  readonly toneHz?: number | undefined;
  readonly scheduler?: SchedulerLike;
}

/** Sends a frame for every 20 ms that have passed: those that are late come at once. */
export function createMicrophone(
  sampleRate: number,
  send: (samples: Int16Array) => void,
  { toneHz, scheduler = asyncScheduler }: MicrophoneOptions = {},
): Microphone {
  const startedMs = scheduler.now();
  const silent = new Int16Array((sampleRate / 1000) * FRAME_MS);
  let at = 0;
  const sound = (): Int16Array => {
    if (toneHz === undefined) return voiced(FRAME_MS, sampleRate).samples;
    return Int16Array.from(silent, () => AMPLITUDE * Math.sin((2 * Math.PI * toneHz * at++) / sampleRate));
  };
  let sent = 0;
  let passage: Passage | undefined;
  const sendFrame = (): void => {
    sent += 1;
    send(passage?.isSound === true ? sound() : silent);
    if (passage === undefined || sent < passage.until) return;
    passage.over();
    passage = undefined;
  };
  const ticks = interval(FRAME_MS, scheduler).subscribe(() => {
    while ((sent + 1) * FRAME_MS <= scheduler.now() - startedMs) sendFrame();
  });
  const begin = (isSound: boolean, ms: number): Promise<void> =>
    new Promise((over) => (passage = { isSound, until: sent + Math.ceil(ms / FRAME_MS), over }));
  return {
    speak: (ms) => begin(true, ms),
    listen: (ms) => begin(false, ms),
    stop: () => ticks.unsubscribe(),
  };
}
