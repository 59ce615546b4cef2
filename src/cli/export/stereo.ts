import { createChannel, selectRate } from './channel.ts';
import type { PlacedAudio } from './placedAudio.ts';
import { createWav } from './wav.ts';

/** Creates a WAV file with two channels, at the higher of their rates. It lasts at least until `endMs`. */
export function createStereoWav(
  left: readonly PlacedAudio[],
  right: readonly PlacedAudio[],
  endMs: number,
): Uint8Array<ArrayBuffer> {
  const rate = selectRate([...left, ...right]);
  const file = createWav([createChannel(left, rate), createChannel(right, rate)], rate, endMs);
  return file.read(0, file.bytes);
}
