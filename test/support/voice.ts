import type { AudioFrame } from '../../src/core/audio.ts';
import { ESPEAK_SAMPLE_RATE, loadEspeak, type EspeakEngine } from '../../providers/local/tts/espeak/engine.ts';

export interface VoiceOptions {
  /** An eSpeak NG voice. Default `en-us`. */
  readonly voice?: string;
  /** Words per minute, 80 to 450. Default 165. */
  readonly rate?: number;
  /** From 0 to 99. Default 50. */
  readonly pitch?: number;
}

let engine: Promise<EspeakEngine> | undefined;
const spoken = new Map<string, Promise<AudioFrame>>();

/** Real speech for tests, at 22,050 Hz: the same text in the same voice is the same samples, and is made once. */
export function speakPcm(
  text: string,
  { voice = 'en-us', rate = 165, pitch = 50 }: VoiceOptions = {},
): Promise<AudioFrame> {
  const key = JSON.stringify([text, voice, rate, pitch]);
  const made = spoken.get(key) ?? speak(text, voice, rate, pitch);
  spoken.set(key, made);
  return made;
}

async function speak(text: string, voice: string, rate: number, pitch: number): Promise<AudioFrame> {
  engine ??= loadEspeak();
  const { samples } = await (await engine).speak({ text, voice, rate, pitch });
  return { samples, sampleRate: ESPEAK_SAMPLE_RATE };
}
