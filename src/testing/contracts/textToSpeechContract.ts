import { createContractCases, type ContractCase } from './contract.ts';
import type { InjectedFault } from './injectedFault.ts';
import { audioRequirements } from './tts/audioRequirements.ts';
import { cancelRequirements } from './tts/cancelRequirements.ts';
import { connectionRequirement, utteranceRequirements } from './tts/utteranceRequirements.ts';
import { faultRequirements } from './tts/faultRequirements.ts';
import type { TextToSpeechSubject } from './tts/requirement.ts';
import { timingRequirement } from './tts/timingRequirement.ts';

export type { TextToSpeechSubject } from './tts/requirement.ts';

/** The case for which a subject is created. */
export interface TextToSpeechScenario {
  /** The fault that the server must have. */
  readonly fault?: InjectedFault;
}

export interface TextToSpeechContractOptions {
  /** The faults that the server supports. Cases that need others are omitted. @default none */
  readonly faults?: readonly InjectedFault[];
  /**
   * False if each utterance uses its own request or connection. Checked only if the subject counts its `attempts`.
   * @default true
   */
  readonly keepsConnection?: boolean;
}

/**
 * Creates the cases of the contract for TTS providers, for any test runner. Each case creates its own subject, or two
 * that must give the same samples for the same text. A case takes less than 10 s, usually a fraction of a second.
 *
 * @example
 * ```ts
 * import { createTextToSpeechContract, type TextToSpeechScenario, type TextToSpeechSubject } from 'antiphon/testing';
 * import { describe, test } from 'vitest';
 *
 * declare function serveAcme(scenario: TextToSpeechScenario): Promise<TextToSpeechSubject>;
 *
 * describe('Acme keeps the contract of TextToSpeech', () => {
 *   const faults = ['refuses the key', 'goes silent'] as const; // those that your fake server has
 *   for (const { name, run } of createTextToSpeechContract(serveAcme, { faults })) test(name, run, 10_000);
 * });
 * ```
 */
export function createTextToSpeechContract(
  make: (scenario: TextToSpeechScenario) => Promise<TextToSpeechSubject>,
  { faults = [], keepsConnection = true }: TextToSpeechContractOptions = {},
): readonly ContractCase[] {
  const requirements = [
    ...audioRequirements,
    timingRequirement,
    ...utteranceRequirements,
    ...cancelRequirements,
    ...(keepsConnection ? [connectionRequirement] : []),
    ...faultRequirements,
  ];
  return createContractCases(requirements, (fault) => make(fault === undefined ? {} : { fault }), faults);
}
