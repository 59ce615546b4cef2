import type { AudioFrame } from '../../src/core/audio.ts';
import { ENGINE_SAMPLE_RATE, loadEngine, type Engine } from '../../providers/local/tts/engine.ts';

export interface VoiceOptions {
  /** An eSpeak NG voice. Default `en-us`. */
  readonly voice?: string;
  /** Words per minute, 80 to 450. Default 165. */
  readonly rate?: number;
}

let engine: Promise<Engine> | undefined;
const spoken = new Map<string, Promise<AudioFrame>>();

/** Real speech for tests, at 22,050 Hz: the same text in the same voice is the same samples, and is made once. */
export function speakPcm(text: string, { voice = 'en-us', rate = 165 }: VoiceOptions = {}): Promise<AudioFrame> {
  const key = JSON.stringify([text, voice, rate]);
  const made = spoken.get(key) ?? speak(text, voice, rate);
  spoken.set(key, made);
  return made;
}

async function speak(text: string, voice: string, rate: number): Promise<AudioFrame> {
  engine ??= loadEngine();
  const { samples } = await (await engine).speak({ text, voice, rate, pitch: 50 });
  return { samples, sampleRate: ENGINE_SAMPLE_RATE };
}
