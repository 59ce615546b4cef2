import { samplesOfMs } from '../../core/audio.ts';
import type { PlayoutCommand } from '../../core/playout.ts';
import type { PlaybackUpdate } from './sentAudio.ts';

/** The marks in the audio for a peer that returns each mark when it has played the audio before it. */
export interface Marks {
  /** Records a command. Returns the names of the marks to send after it. */
  record(command: PlayoutCommand): readonly string[];
  /**
   * Returns the playback position at a mark; undefined for an unexpected mark, for example in audio that was cleared.
   */
  reach(name: string): PlaybackUpdate | undefined;
  /** Forgets the marks of a peer that has lost them. */
  forget(): void;
  /** Continues an utterance after its first samples. */
  goOn(utterance: string, firstSample: number): void;
}

/** Time between two marks, in ms: the played position is accurate to about a third of a word. */
const EVERY_MS = 100;
/** Unreturned marks, enough for 100 s; the oldest are dropped. */
const MAX_AWAITED = 1000;

interface Position {
  readonly utterance: string;
  /** Number of samples before the mark. */
  readonly samples: number;
  readonly isEnd: boolean;
}

/**
 * Creates the marks of one session: after the first frame of an utterance, after every 100 ms of it, and at its end.
 */
export function createMarks(): Marks {
  const awaited = new Map<string, Position>();
  let current = { utterance: '', samples: 0, nextAt: 0 };
  let count = 0;
  const add = (isEnd: boolean): readonly string[] => {
    const name = `${count++}`;
    awaited.set(name, { utterance: current.utterance, samples: current.samples, isEnd });
    const [oldest = name] = awaited.keys();
    if (awaited.size > MAX_AWAITED) awaited.delete(oldest);
    return [name];
  };
  return {
    record: (command) => {
      switch (command.kind) {
        case 'start':
          current = { utterance: command.utterance, samples: 0, nextAt: 0 };
          return [];
        case 'audio': {
          const { samples, sampleRate } = command.frame;
          const isDue = current.samples >= current.nextAt;
          current.samples += samples.length;
          if (isDue) current.nextAt += samplesOfMs(EVERY_MS, sampleRate);
          return isDue ? add(false) : [];
        }
        case 'end':
          return add(true);
        case 'clear':
          awaited.clear();
          return [];
      }
    },
    reach: (name) => {
      const position = awaited.get(name);
      if (position === undefined) return undefined;
      for (const passed of awaited.keys()) {
        awaited.delete(passed);
        if (passed === name) break;
      }
      const type = position.isEnd ? 'playback.finished' : 'playback.position';
      return { type, utterance_id: position.utterance, played_samples: position.samples };
    },
    forget: () => awaited.clear(),
    goOn: (utterance, firstSample) => (current = { utterance, samples: firstSample, nextAt: firstSample }),
  };
}
