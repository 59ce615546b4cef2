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
  readonly samples: Int16Array;
  readonly until: number;
  readonly over: () => void;
}

const FRAME_MS = 20;

/** Sends a frame for every 20 ms that have passed: those that are late come at once. */
export function createMicrophone(
  sampleRate: number,
  send: (samples: Int16Array) => void,
  scheduler: SchedulerLike = asyncScheduler,
): Microphone {
  const startedMs = scheduler.now();
  const silent = new Int16Array((sampleRate / 1000) * FRAME_MS);
  const sound = voiced(FRAME_MS, sampleRate).samples;
  let sent = 0;
  let passage: Passage | undefined;
  const sendFrame = (): void => {
    sent += 1;
    send(passage?.samples ?? silent);
    if (passage === undefined || sent < passage.until) return;
    passage.over();
    passage = undefined;
  };
  const ticks = interval(FRAME_MS, scheduler).subscribe(() => {
    while ((sent + 1) * FRAME_MS <= scheduler.now() - startedMs) sendFrame();
  });
  const begin = (samples: Int16Array, ms: number): Promise<void> =>
    new Promise((over) => (passage = { samples, until: sent + Math.ceil(ms / FRAME_MS), over }));
  return {
    speak: (ms) => begin(sound, ms),
    listen: (ms) => begin(silent, ms),
    stop: () => ticks.unsubscribe(),
  };
}
