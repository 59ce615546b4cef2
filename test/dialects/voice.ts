import { defer, map, tap } from 'rxjs';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';

/** The tones of the agent's voice, which survive telephones and Opus. A word of its choice is higher than the others. */
const [LOW_HZ, HIGH_HZ] = [400, 800];
const AMPLITUDE = 12_000;
/** At the rate of the voice, no sample of either tone is zero: clients count those that are not. */
const PHASE = 0.08;

interface VoiceOptions {
  readonly msPerCharacter: number;
  /** The word that is spoken higher. */
  readonly high: string;
}

/** Creates a voice that says its text in tones. */
export function createVoice({ msPerCharacter, high }: VoiceOptions): TextToSpeech {
  const double = createTtsDouble({ msPerChar: msPerCharacter });
  const samplesPerCharacter = (msPerCharacter * double.sampleRate) / 1000;
  return {
    ...double,
    synthesize: (text) =>
      defer(() => {
        let [said, at] = ['', 0];
        const speak = (event: TtsEvent): TtsEvent => {
          if (event.kind !== 'audio') return event;
          const from = said.indexOf(high);
          const isHigh = (sample: number): boolean => {
            const character = Math.floor(sample / samplesPerCharacter);
            return from >= 0 && character >= from && character < from + high.length;
          };
          const samples = event.frame.samples.map(() => {
            const sample = at++;
            const hz = isHigh(sample) ? HIGH_HZ : LOW_HZ;
            return AMPLITUDE * Math.sin(PHASE + (2 * Math.PI * hz * sample) / double.sampleRate);
          });
          return { ...event, frame: { ...event.frame, samples } };
        };
        return double.synthesize(text.pipe(tap((piece) => (said += piece)))).pipe(map(speak));
      }),
  };
}

/** Hears the voice of `createVoice` at the client. */
export interface Ear {
  take(samples: Int16Array, sampleRate: number): void;
  /** How long the high word has sounded, in ms. */
  highMs(): number;
}

const BLOCK_MS = 10;
const MIDDLE_HZ = (LOW_HZ + HIGH_HZ) / 2;
/** What is quieter is silence. */
const LOUD = AMPLITUDE / 8;

/** Creates an ear that counts, in each 10 ms, how often the sound changes its sign. */
export function createEar(): Ear {
  let waiting: number[] = [];
  let blocks = 0;
  return {
    take: (samples, sampleRate) => {
      for (const sample of samples) waiting.push(sample);
      const length = (sampleRate / 1000) * BLOCK_MS;
      while (waiting.length >= length) {
        if (isHigh(waiting.slice(0, length))) blocks += 1;
        waiting = waiting.slice(length);
      }
    },
    highMs: () => blocks * BLOCK_MS,
  };
}

function isHigh(block: readonly number[]): boolean {
  const changes = block.filter((sample, at) => at > 0 && sample < 0 !== (block[at - 1] as number) < 0).length;
  const limit = (2 * MIDDLE_HZ * BLOCK_MS) / 1000;
  return changes > limit && Math.max(...block) > LOUD;
}
