import { AntiphonError } from '../../../../src/core/errors.ts';
import type { SynthesizedSpeech, Utterance } from '../speech.ts';
import { computeWordTimings } from '../wordTimings.ts';
import { loadProgram } from './program.ts';

/** The rate of all voices of eSpeak NG, in Hz. */
export const ESPEAK_SAMPLE_RATE = 22_050;

export interface EspeakEngine {
  /** Speaks an utterance. Rejects with `provider_failed` if the engine rejects the voice. */
  speak(utterance: Utterance): Promise<SynthesizedSpeech>;
  /** Resolves to the reason why `voice` cannot be used; undefined if it can. */
  findVoiceFault(voice: string): Promise<string | undefined>;
}

/** Loads the engine of the package `specifier` in the current thread. Each utterance blocks it for about 0.1 s. */
export async function loadEspeak(specifier = 'espeak-ng'): Promise<EspeakEngine> {
  const program = await loadProgram(specifier);
  const speak = async ({ text, voice, rate, pitch }: Utterance): Promise<SynthesizedSpeech> => {
    const spoken = removeCommands(text);
    const { faults, samples, events } = await program(['-v', voice, '-s', `${rate}`, '-p', `${pitch}`], spoken);
    const fault = faults.find((line) => VOICE_FAULT.test(line));
    if (fault !== undefined)
      throw new AntiphonError('provider_failed', `voice ${voice}: ${fault}`, { provider: 'local' });
    return { samples, words: computeWordTimings(spoken, events, samples, ESPEAK_SAMPLE_RATE) };
  };
  const findVoiceFault = async (voice: string): Promise<string | undefined> => {
    const { faults } = await program(['-v', voice], '');
    const [, variant] = /\+(.*)$/u.exec(voice) ?? [];
    if (variant === undefined || faults.length > 0) return faults[0];
    const { printed } = await program(['--voices=variant'], '');
    return printed.some((line) => line.includes(`!v/${variant} `)) ? undefined : `there is no variant ${variant}`;
  };
  return { speak, findVoiceFault };
}

/** Matches the error for an unknown voice, or for one whose synthesizer this build lacks and would replace. */
const VOICE_FAULT = /^Error: The specified|^Bad voice attribute/u;

/**
 * Replaces everything that the engine would read as commands with spaces, which keeps offsets valid: control
 * characters, lone surrogates, and the `[[` of phoneme mnemonics.
 */
function removeCommands(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|\p{Cs}|\[(?=\[)/gu, ' ');
}
