import { concatSamples } from '../../examples/talk/audio.ts';
import { synthesize } from '../../examples/talk/samples.ts';
import { writeWav } from '../../examples/talk/wav.ts';

/** What a guest says: seconds of silence before each sentence. */
export type GuestScript = readonly (readonly [seconds: number, text: string])[];

const SAMPLE_RATE = 48_000;

/** Writes what the microphone of `launch` hears. */
export async function recordGuest(file: string, script: GuestScript): Promise<void> {
  const parts = script.map(async ([seconds, text]) => {
    const { samples } = await synthesize(text, SAMPLE_RATE);
    return [new Int16Array(seconds * SAMPLE_RATE), samples];
  });
  const samples = concatSamples((await Promise.all(parts)).flat());
  await writeWav(file, { sampleRate: SAMPLE_RATE, channels: [samples] });
}
