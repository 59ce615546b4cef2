import { encodeText } from '../textAudio.ts';
import { createContractCases, type ContractCase } from './contract.ts';
import type { InjectedFault } from './injectedFault.ts';
import { connectionRequirements } from './stt/connectionRequirements.ts';
import { faultRequirements } from './stt/faultRequirements.ts';
import { partialFinalRequirement } from './stt/partialFinalRequirement.ts';
import type { SpeechToTextSubject } from './stt/requirement.ts';
import { createSegments, SEGMENT_TEXTS, type Speak } from './stt/segments.ts';
import { sessionRequirements } from './stt/sessionRequirements.ts';
import { turnRequirements } from './stt/turnRequirements.ts';
import { transcriptRequirements } from './stt/transcriptRequirements.ts';

export type { SpeechToTextSubject } from './stt/requirement.ts';

/** The case for which a subject is created. */
export interface SpeechToTextScenario {
  /** The fault that the server must have. */
  readonly fault?: InjectedFault;
  /** The texts of segments 0, 1, 2 …, for a double that cannot hear them. */
  readonly texts: readonly string[];
}

export interface SpeechToTextContractOptions {
  /** The faults that the server supports. Cases that need others are omitted. @default none */
  readonly faults?: readonly InjectedFault[];
  /**
   * False if each segment uses its own request or connection. Checked only if the subject counts its `attempts`.
   * @default true
   */
  readonly keepsConnection?: boolean;
  /** True if the recogniser detects the ends of turns (`turns`) within 4 s of silence. @default false */
  readonly turns?: boolean;
  /** Creates the speech for a text. @default audio that `createTextReader` can read */
  readonly speak?: Speak;
}

/**
 * Creates the cases of the contract for recognisers, for any test runner. Each case creates its own subject. A case
 * takes less than 10 s, usually a fraction of a second.
 *
 * @example
 * ```ts
 * import { createSpeechToTextContract, type SpeechToTextScenario, type SpeechToTextSubject } from 'antiphon/testing';
 * import { describe, test } from 'vitest';
 *
 * declare function serveAcme(scenario: SpeechToTextScenario): Promise<SpeechToTextSubject>;
 *
 * describe('Acme keeps the contract of SpeechToText', () => {
 *   const faults = ['refuses the key', 'is mute'] as const; // those that your fake server has
 *   for (const { name, run } of createSpeechToTextContract(serveAcme, { faults })) test(name, run, 10_000);
 * });
 * ```
 */
export function createSpeechToTextContract(
  make: (scenario: SpeechToTextScenario) => Promise<SpeechToTextSubject>,
  {
    faults = [],
    keepsConnection = true,
    turns = false,
    speak = async (...text) => encodeText(...text),
  }: SpeechToTextContractOptions = {},
): readonly ContractCase[] {
  const requirements = [
    ...transcriptRequirements,
    ...sessionRequirements,
    partialFinalRequirement,
    ...(keepsConnection ? connectionRequirements : []),
    ...(turns ? turnRequirements : []),
    ...faultRequirements,
  ].map(({ check, ...requirement }) => ({
    ...requirement,
    check: (subject: SpeechToTextSubject) => check(subject, createSegments(subject.stt, speak)),
  }));
  return createContractCases(requirements, (fault) => make({ texts: SEGMENT_TEXTS, ...(fault && { fault }) }), faults);
}
