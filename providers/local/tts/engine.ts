import { createResampler } from '../../../src/core/resampler.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import { ESPEAK_SAMPLE_RATE, loadEspeak, type EspeakEngine } from './espeak/engine.ts';
import { loadFlite, type FliteEngine } from './flite/engine.ts';
import { FLITE_PACKAGE } from './flite/program.ts';
import { splitSpokenWords } from './flite/spokenWords.ts';
import { FLITE_VOICES } from './flite/voices.ts';
import type { SynthesizedSpeech, Utterance } from './speech.ts';

/** The packages of the engines. */
export interface EnginePackages {
  readonly espeak: string;
  readonly flite: string;
}

export const ENGINE_PACKAGES: EnginePackages = { espeak: 'espeak-ng', flite: FLITE_PACKAGE };

/** Both engines as one: the voice of an utterance decides which one speaks. */
export interface Engine {
  /**
   * Speaks an utterance at the rate of its voice. eSpeak NG, if it is installed, speaks a text with letters that Flite
   * does not know; otherwise Flite leaves these words out. Rejects with `provider_failed` if the voice does not exist.
   */
  speak(utterance: Utterance): Promise<SynthesizedSpeech>;
  /** Resolves to the reason why `voice` cannot be used; undefined if it can. */
  findVoiceFault(voice: string): Promise<string | undefined>;
}

/** Creates the engine in the current thread. It loads a package when one of its voices is requested. */
export function createEngine({ espeak, flite }: EnginePackages = ENGINE_PACKAGES): Engine {
  const loadedEspeak = lazily(() => loadEspeak(espeak));
  const loadedFlite = lazily(() => loadFlite(flite));
  return {
    speak: async (utterance) =>
      FLITE_VOICES.has(utterance.voice)
        ? speakEnglish(await loadedFlite(), loadedEspeak, utterance)
        : (await loadedEspeak()).speak(utterance),
    findVoiceFault: async (voice) => {
      if (!FLITE_VOICES.has(voice)) return (await loadedEspeak()).findVoiceFault(voice);
      await loadedFlite();
      return undefined;
    },
  };
}

/** Returns the rate of a voice's audio, in Hz. */
export function getSampleRate(voice: string): number {
  return FLITE_VOICES.get(voice)?.sampleRate ?? ESPEAK_SAMPLE_RATE;
}

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

async function speakEnglish(
  flite: FliteEngine,
  loadedEspeak: () => Promise<EspeakEngine>,
  utterance: Utterance,
): Promise<SynthesizedSpeech> {
  const words = splitSpokenWords(utterance.text);
  if (!words.some(({ foreign }) => foreign)) return flite.speak(utterance);
  const espeak = await loadedEspeak().catch((error: unknown) => {
    const canOmit = error instanceof AntiphonError && error.code === 'provider_unavailable';
    if (canOmit && words.some(({ spoken }) => spoken !== '')) return undefined;
    throw error;
  });
  if (espeak === undefined) return flite.speak(utterance);
  const { samples, words: timings } = await espeak.speak({ ...utterance, voice: ESPEAK_ENGLISH });
  return { samples: resample(samples, getSampleRate(utterance.voice)), words: timings };
}

/** The voice of eSpeak NG that speaks English if Flite cannot. */
export const ESPEAK_ENGLISH = 'en-us';

function resample(samples: Int16Array, rate: number): Int16Array {
  const resampler = createResampler(ESPEAK_SAMPLE_RATE, rate);
  return concatSamples([resampler.push(samples), resampler.flush()]);
}
