import type { AudioFrame } from 'antiphon';
import { localTts } from 'antiphon/providers';
import { filter, lastValueFrom, map, of, toArray } from 'rxjs';
import { resampleAll } from './audio.ts';
import type { Line } from './guest.ts';

/** The default lines of the guest. The fourth interrupts the answer to the third. */
export const SCRIPT: readonly Omit<Line, 'audio'>[] = [
  { name: 'what time is it' },
  { name: 'i would like to book a table for two people at seven' },
  { name: 'tell me about the restaurant' },
  { name: 'stop', over: 4 },
  { name: 'thank you' },
  { name: 'goodbye' },
];

/** Synthesises the default lines, with another voice than the agent's. */
export async function createSampleLines(sampleRate: number): Promise<readonly Line[]> {
  return Promise.all(SCRIPT.map(async (line) => ({ ...line, audio: await synthesize(line.name, sampleRate) })));
}

/** Synthesises a line of the guest. */
export async function synthesize(text: string, sampleRate: number): Promise<AudioFrame> {
  const voice = localTts({ voice: 'en-us', rate: 140, pitch: 60 });
  const frames = voice.synthesize(of(text)).pipe(
    filter((event) => event.kind === 'audio'),
    map(({ frame }) => frame),
    toArray(),
  );
  return resampleAll(await lastValueFrom(frames), sampleRate);
}
