import { filter, firstValueFrom, of } from 'rxjs';
import { createEngine, getSampleRate } from '../../../providers/local/tts/engine.ts';
import { createTtsHost } from '../../../providers/local/tts/host.ts';
import { createLocalTts } from '../../../providers/local/tts/tts.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import { RATE, type Recogniser } from './recognisers.ts';
import { wordsOf } from './texts.ts';
import { countWordErrors } from './wordErrors.ts';

export interface VoiceMeasurement {
  readonly voice: string;
  /** The share of words that each recogniser misheard, from 0 to 1. */
  readonly misheard: readonly number[];
  /** CPU of this thread for a sentence, in ms: the median. */
  readonly cpuMs: number;
  /** Audio of a sentence, in ms: the mean. */
  readonly audioMs: number;
  /** From the text of a sentence to its first audio, in a thread: for the first of a process, and the median. */
  readonly firstAudioMs: { readonly cold: number; readonly warm: number };
  /** Words per minute, between the first and the last sound of a sentence. */
  readonly wordsPerMinute: number;
}

export interface VoiceManner {
  readonly voice: string;
  readonly rate?: number;
}

/** Speaks each sentence in a voice, and lets each recogniser hear it at 16 kHz without noise. */
export async function measureVoice(
  { voice, rate = 165 }: VoiceManner,
  sentences: readonly string[],
  recognisers: readonly Recogniser[],
): Promise<VoiceMeasurement> {
  const engine = createEngine();
  const spoken: Int16Array[] = [];
  const cpu: number[] = [];
  let [soundMs, audioMs] = [0, 0];
  await engine.speak({ text: 'Hello.', voice, rate, pitch: 50 });
  for (const text of sentences) {
    const before = process.cpuUsage();
    const { samples, words } = await engine.speak({ text, voice, rate, pitch: 50 });
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
    audioMs += (samples.length / getSampleRate(voice)) * 1000;
    soundMs += (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0);
    spoken.push(resampled(samples, voice));
  }
  const said = sentences.map(wordsOf);
  const count = said.flat().length;
  const misheard: number[] = [];
  for (const recognise of recognisers) {
    const heard = await recognise(spoken);
    misheard.push(said.reduce((sum, words, index) => sum + countWordErrors(words, heard[index] ?? []), 0) / count);
  }
  return {
    voice,
    misheard,
    cpuMs: median(cpu),
    audioMs: audioMs / sentences.length,
    firstAudioMs: await measureFirstAudio(voice, rate, sentences.slice(0, 12)),
    wordsPerMinute: (count / soundMs) * 60_000,
  };
}

/** Resamples to 16 kHz, with 0.2 s of silence on either side. */
function resampled(samples: Int16Array, voice: string): Int16Array {
  const resampler = createResampler(getSampleRate(voice), RATE);
  const silence = new Int16Array(RATE / 5);
  return concatSamples([silence, resampler.push(samples), resampler.flush(), silence]);
}

async function measureFirstAudio(
  voice: string,
  rate: number,
  sentences: readonly string[],
): Promise<VoiceMeasurement['firstAudioMs']> {
  const tts = createLocalTts(createTtsHost(), { voice, rate });
  const times: number[] = [];
  for (const sentence of sentences) {
    const before = performance.now();
    await firstValueFrom(tts.synthesize(of(sentence)).pipe(filter(({ kind }) => kind === 'audio')));
    times.push(performance.now() - before);
  }
  return { cold: times[0] ?? 0, warm: median(times.slice(1)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
