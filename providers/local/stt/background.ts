import { readAlignment, SILENCES, type Alignment, type RawAlignment } from './alignment.ts';

/** A decoder that accepts any sequence of a language's sounds, and so gives the best possible fit for an utterance. */
export interface Background {
  /** Aligns an utterance with sounds. Takes a fortieth of the utterance's length. */
  align(audio: readonly Float32Array[]): Alignment;
}

/** The part of SoundSwallower's decoder that this module uses. */
export interface RawBackground {
  initialize(): Promise<void>;
  add_words(...words: readonly (readonly [word: string, sounds: string])[]): void;
  set_grammar(grammar: string): void;
  start(): void;
  process_audio(samples: Float32Array): number;
  get_text(): string;
  get_alignment(): RawAlignment;
  stop(): void;
}

/**
 * Settings that override those of other decoders: context-independent sounds, narrow beams, and scoring of every second
 * frame. They halve the time without separating worse.
 */
export const BACKGROUND_CONFIG = {
  cionly: true,
  beam: 1e-8,
  pbeam: 1e-8,
  wbeam: 1e-8,
  wip: 0.5,
  lw: 1,
  ds: 2,
} as const;

/**
 * Creates a background whose words are the `sounds` of the acoustic model. `reset` makes the decoder forget its audio.
 */
export async function createBackground(
  raw: RawBackground,
  sounds: readonly string[],
  reset: () => void,
): Promise<Background> {
  await raw.initialize();
  const words = [SILENCE, ...sounds.map((sound) => `${PREFIX}${sound.toLowerCase()}`)];
  // Use separate names, because `d`, `p` and `y` are words of the dictionary.
  for (const [n, sound] of ['SIL', ...sounds].entries()) raw.add_words([words[n] ?? '', sound]);
  raw.set_grammar(`#JSGF V1.0; grammar background; public <sounds> = ( ${words.join(' | ')} )+;`);
  return {
    align: (audio) => {
      raw.start();
      for (const samples of audio) raw.process_audio(samples);
      raw.stop();
      const alignment = raw.get_text() === '' ? [] : readAlignment(raw.get_alignment(), OWN_SILENCES);
      reset();
      return alignment.map((part) => ({ ...part, text: part.text.replace(PREFIX, '') }));
    },
  };
}

const PREFIX = 'sound_';
const SILENCE = `${PREFIX}silence`;
const OWN_SILENCES: ReadonlySet<string> = new Set([...SILENCES, SILENCE]);
