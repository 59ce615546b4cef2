import type { AudioFrame, PlayoutReport, SessionIo } from 'antiphon';
import {
  asyncScheduler,
  concatAll,
  defer,
  filter,
  map,
  merge,
  share,
  Subject,
  take,
  tap,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { concatSamples } from './audio.ts';
import { every } from './every.ts';
import { createPlayer, fill } from './player.ts';

/** Sample rate of microphone and loudspeaker, in Hz. */
export const SAMPLE_RATE = 24_000;

export interface AudioDeviceOptions {
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The audio of both sides since the start of the session, of equal length. */
export interface Recording {
  readonly sampleRate: number;
  readonly user: Int16Array;
  readonly agent: Int16Array;
}

/** A simulated sound card: a microphone that plays recordings, and a loudspeaker that makes one. */
export interface AudioDevice {
  readonly io: SessionIo;
  /** Queues audio of `SAMPLE_RATE` for the microphone. Emits when the queue is empty. */
  speak(audio: AudioFrame): Observable<void>;
  recording(): Recording;
}

/** Both sides advance in blocks, as in a sound card. */
const BLOCK_MS = 20;
const BLOCK_SAMPLES = (SAMPLE_RATE * BLOCK_MS) / 1000;

/** Creates a device for one session, in real time. Between recordings the microphone is silent. */
export function createAudioDevice({ scheduler = asyncScheduler }: AudioDeviceOptions = {}): AudioDevice {
  const player = createPlayer();
  const toSpeak: Int16Array[] = [];
  const spoken = new Subject<void>();
  const user: Int16Array[] = [];
  const agent: Int16Array[] = [];
  const blocks = every(BLOCK_MS, scheduler).pipe(share());

  const audioIn = blocks.pipe(
    map((): AudioFrame => {
      const block = new Int16Array(BLOCK_SAMPLES);
      fill(block, toSpeak);
      user.push(block);
      return { samples: block, sampleRate: SAMPLE_RATE };
    }),
    tap(() => spoken.next()),
  );
  const play = (): readonly PlayoutReport[] => {
    const { block, reports } = player.play(BLOCK_SAMPLES);
    agent.push(block);
    return reports;
  };
  const speak = (audio: AudioFrame): Observable<void> =>
    defer(() => {
      toSpeak.push(audio.samples);
      return spoken.pipe(
        filter(() => toSpeak.length === 0),
        take(1),
      );
    });
  return {
    io: {
      audioIn,
      outputSampleRate: SAMPLE_RATE,
      playout: (commands) => merge(commands.pipe(map(player.handle)), blocks.pipe(map(play))).pipe(concatAll()),
    },
    speak,
    recording: () => {
      const blocks = Math.min(user.length, agent.length);
      return {
        sampleRate: SAMPLE_RATE,
        user: concatSamples(user.slice(0, blocks)),
        agent: concatSamples(agent.slice(0, blocks)),
      };
    },
  };
}
