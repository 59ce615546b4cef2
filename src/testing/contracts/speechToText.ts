import { encodeText } from '../textAudio.ts';
import { createContractCases } from './contract.ts';
import type { ContractCase } from './contract.ts';
import { sttConnectionRequirement } from './stt/connectionRequirement.ts';
import { SAID } from './stt/segments.ts';
import type { Speak } from './stt/segments.ts';
import { partialFinalRequirement } from './stt/partialFinalRequirement.ts';
import { earlyRefusalRequirement, sttFaultRequirements } from './stt/faultRequirements.ts';
import type { SpeechToTextSubject } from './stt/requirement.ts';
import { sttRequirements } from './stt/requirements.ts';
import type { InjectedFault } from './injectedFault.ts';

export type { SpeechToTextSubject } from './stt/requirement.ts';

/** For which case a subject is made. */
export interface SpeechToTextScenario {
  /** What shall be wrong with the server. */
  readonly fault?: InjectedFault;
  /** What will be said in segment 0, 1, 2 …, for a double that must be told. */
  readonly said: readonly string[];
}

export interface SpeechToTextContractOptions {
  /** What the server can have wrong with it: of the cases that need trouble, those are left out that need another. @default none */
  readonly faults?: readonly InjectedFault[];
  /**
   * Whether one connection serves segment after segment. Not so where each is a request, or a connection, of its own. It
   * shows where the subject counts its `attempts`. @default true
   */
  readonly keepsConnection?: boolean;
  /** Says what the recogniser is to hear. @default sound that `createTextReader` reads */
  readonly speak?: Speak;
}

/**
 * What every recogniser promises, whoever hears, as cases for any test runner. Each makes a subject of its own. A case
 * takes less than 10 s, most of them a fraction of one.
 *
 * ```ts
 * describe('Acme keeps the contract of SpeechToText', () => {
 *   for (const { name, run } of createSpeechToTextContract(make, { troubles: INJECTED_FAULTS })) test(name, run, 10_000);
 * });
 * ```
 */
export function createSpeechToTextContract(
  make: (scene: SpeechToTextScenario) => Promise<SpeechToTextSubject>,
  { faults = [], keepsConnection = true, speak = readable }: SpeechToTextContractOptions = {},
): readonly ContractCase[] {
  const makeIn = (fault: InjectedFault | undefined): Promise<SpeechToTextSubject> =>
    make(fault === undefined ? { said: SAID } : { said: SAID, fault });
  const kept = keepsConnection ? [sttConnectionRequirement(speak), earlyRefusalRequirement] : [];
  return createContractCases(
    [...sttRequirements(speak), partialFinalRequirement(speak), ...kept, ...sttFaultRequirements(speak)],
    makeIn,
    faults,
  );
}

async function readable(text: string, sampleRate: number): Promise<Int16Array> {
  return encodeText(text, sampleRate);
}
