import type { Line } from '../../../examples/talk/guest.ts';
import type { NoiseSuppression } from '../../../src/session/config/schema.ts';
import { converse, levelOf, type Room } from './converse.ts';
import type { Engines } from './engines.ts';
import { overhear } from './overhear.ts';
import { concatSamples, RATE, toLevel } from './samples.ts';
import { sumScores, type Score } from './scoreTurns.ts';

/** Sounds of one kind, at `RATE`. */
export interface SoundGroup {
  readonly title: string;
  readonly sounds: readonly Int16Array[];
}

/** The same without and with noise suppression. */
export type Both<T> = Readonly<Record<NoiseSuppression, T>>;

/** Demo conversations in a room with one kind of sound at one level. */
export interface RoomMeasurement {
  readonly title: string;
  /** In dB; undefined in a quiet room. */
  readonly snr: number | undefined;
  readonly scores: Both<Score>;
}

/** Sounds as loud as the guest, each alone in a call in which the agent speaks. */
export interface AloneMeasurement {
  readonly title: string;
  readonly sounds: number;
  readonly counts: Both<AloneCounts>;
}

export interface AloneCounts {
  /** Sounds that voice activity detection took for speech. */
  readonly detected: number;
  /** Sounds that became a message of the user. */
  readonly withWords: number;
  /** Sounds that interrupted the agent. */
  readonly interrupted: number;
}

const SNRS = [20, 10, 5];
/** The conversation is held twice in each room: from the beginning of the noise, and from its middle. */
const FROM = [0, 0.5];

/** Holds the demo conversation in a quiet room, and in rooms with each kind of sound at 20, 10 and 5 dB. */
export async function* measureRooms(
  engines: Engines,
  lines: readonly Line[],
  groups: readonly SoundGroup[],
): AsyncGenerator<RoomMeasurement> {
  const measure = async (title: string, room: Pick<Room, 'noise' | 'snr'>): Promise<RoomMeasurement> => ({
    title,
    snr: room.snr,
    scores: await forBoth(async (suppression) => {
      const scores: Score[] = [];
      for (const from of FROM) scores.push(await converse(engines, lines, { ...room, from, suppression }));
      return sumScores(scores);
    }),
  });
  yield await measure('quiet', {});
  for (const { title, sounds } of groups)
    for (const snr of SNRS) yield await measure(title, { noise: joinSounds(sounds), snr });
}

/** Plays each sound alone, as loud as the guest, while the agent speaks. */
export async function* measureAlone(
  engines: Engines,
  lines: readonly Line[],
  groups: readonly SoundGroup[],
): AsyncGenerator<AloneMeasurement> {
  for (const { title, sounds } of groups) {
    const counts = await forBoth((suppression) => countOverheard(engines, sounds, levelOf(lines), suppression));
    yield { title, sounds: sounds.length, counts };
  }
}

export async function countOverheard(
  engines: Engines,
  sounds: readonly Int16Array[],
  level: number,
  suppression: NoiseSuppression,
): Promise<AloneCounts> {
  const counts = { detected: 0, withWords: 0, interrupted: 0 };
  for (const sound of sounds) {
    const { isDetected, words, isInterrupted } = await overhear(engines, sound, level, suppression);
    if (isDetected) counts.detected += 1;
    if (words !== '') counts.withWords += 1;
    if (isInterrupted) counts.interrupted += 1;
  }
  return counts;
}

async function forBoth<T>(measure: (suppression: NoiseSuppression) => Promise<T>): Promise<Both<T>> {
  return { none: await measure('none'), rnnoise: await measure('rnnoise') };
}

/** Joins sounds at one level, with pauses of half a second. */
function joinSounds(sounds: readonly Int16Array[]): Int16Array {
  const level = 2000;
  return concatSamples(sounds.flatMap((sound) => [toLevel(sound, level), new Int16Array(RATE / 2)]));
}
