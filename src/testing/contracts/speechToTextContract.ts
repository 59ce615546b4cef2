import { encodeText } from '../textAudio.ts';
import { createContractCases, type ContractCase } from './contract.ts';
import { sttConnectionRequirement } from './stt/connectionRequirement.ts';
import { SEGMENT_TEXTS, type Speak } from './stt/segments.ts';
import { partialFinalRequirement } from './stt/partialFinalRequirement.ts';
import { earlyRefusalRequirement, sttFaultRequirements } from './stt/faultRequirements.ts';
import type { SpeechToTextSubject } from './stt/requirement.ts';
import { sttRequirements } from './stt/requirements.ts';
import type { InjectedFault } from './injectedFault.ts';

export type { SpeechToTextSubject } from './stt/requirement.ts';

/** The case for which a subject is made. */
export interface SpeechToTextScenario {
  /** The fault that the server must have. */
  readonly fault?: InjectedFault;
  /** The texts of segments 0, 1, 2 …, for a double that cannot hear them. */
  readonly texts: readonly string[];
}

export interface SpeechToTextContractOptions {
  /** The faults that the server can have: cases that need another are left out. @default none */
  readonly faults?: readonly InjectedFault[];
  /**
   * Whether one connection serves segment after segment. False where each is a request, or a connection, of its own. It
   * shows where the subject counts its `attempts`. @default true
   */
  readonly keepsConnection?: boolean;
  /** Makes the speech of a text. @default sound that `createTextReader` reads */
  readonly speak?: Speak;
}

/**
 * Creates the cases of the contract that every recogniser keeps, for any test runner. Each makes a subject of its own. A case
 * takes less than 10 s, most of them a fraction of a second.
 *
 * ```ts
 * describe('Acme keeps the contract of SpeechToText', () => {
 *   for (const { name, run } of createSpeechToTextContract(make, { faults: INJECTED_FAULTS })) test(name, run, 10_000);
 * });
 * ```
 */
export function createSpeechToTextContract(
  make: (scene: SpeechToTextScenario) => Promise<SpeechToTextSubject>,
  { faults = [], keepsConnection = true, speak = readable }: SpeechToTextContractOptions = {},
): readonly ContractCase[] {
  const makeIn = (fault: InjectedFault | undefined): Promise<SpeechToTextSubject> =>
    make(fault === undefined ? { texts: SEGMENT_TEXTS } : { texts: SEGMENT_TEXTS, fault });
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
