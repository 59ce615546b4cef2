import { createContractCases } from './contract.ts';
import type { ContractCase } from './contract.ts';
import type { InjectedFault } from './injectedFault.ts';
import { ttsConnectionRequirement } from './tts/connectionRequirement.ts';
import { ttsFaultRequirements } from './tts/faultRequirements.ts';
import type { TextToSpeechSubject } from './tts/requirement.ts';
import { ttsRequirements } from './tts/requirements.ts';

export type { TextToSpeechSubject } from './tts/requirement.ts';

/** For which case a subject is made. */
export interface TextToSpeechScenario {
  /** What shall be wrong with the server. */
  readonly fault?: InjectedFault;
}

export interface TextToSpeechContractOptions {
  /** What the server can have wrong with it: of the cases that need trouble, those are left out that need another. @default none */
  readonly faults?: readonly InjectedFault[];
  /**
   * Whether one connection serves utterance after utterance. Not so where each is a request, or a connection, of its own. It
   * shows where the subject counts its `attempts`. @default true
   */
  readonly keepsConnection?: boolean;
}

/**
 * What every voice promises, whoever speaks, as cases for any test runner. Each makes a subject of its own, or two: the same
 * text must then be the same samples. A case takes less than 10 s, most of them a fraction of one.
 *
 * ```ts
 * describe('Acme keeps the contract of TextToSpeech', () => {
 *   for (const { name, run } of createTextToSpeechContract(make, { troubles: INJECTED_FAULTS })) test(name, run, 10_000);
 * });
 * ```
 */
export function createTextToSpeechContract(
  make: (scene: TextToSpeechScenario) => Promise<TextToSpeechSubject>,
  { faults = [], keepsConnection = true }: TextToSpeechContractOptions = {},
): readonly ContractCase[] {
  const makeIn = (fault: InjectedFault | undefined): Promise<TextToSpeechSubject> =>
    make(fault === undefined ? {} : { fault });
  const kept = keepsConnection ? [ttsConnectionRequirement] : [];
  return createContractCases([...ttsRequirements, ...kept, ...ttsFaultRequirements], makeIn, faults);
}
