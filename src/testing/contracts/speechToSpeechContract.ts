import { encodeText } from '../textAudio.ts';
import { createContractCases, type ContractCase } from './contract.ts';
import type { InjectedFault } from './injectedFault.ts';
import { Conversation, USER_TEXTS } from './speechToSpeech/conversation.ts';
import { conversationRequirements, faultRequirements } from './speechToSpeech/conversationRequirements.ts';
import { cutRequirements } from './speechToSpeech/cutRequirements.ts';
import { replyRequirements } from './speechToSpeech/replyRequirements.ts';
import type { ScenarioReply, SpeechToSpeechSubject } from './speechToSpeech/requirement.ts';
import type { Speak } from './stt/segments.ts';

export type { ScenarioReply, SpeechToSpeechSubject } from './speechToSpeech/requirement.ts';

/** The case for which a subject is created. */
export interface SpeechToSpeechScenario {
  /** The fault that the server must have. */
  readonly fault?: InjectedFault;
  /** What the user says in turns 0, 1 and 2, for a double that cannot hear it. */
  readonly words: readonly string[];
  /** What the model replies, in order of the requests. It replies nothing else. */
  readonly replies: readonly ScenarioReply[];
}

export interface SpeechToSpeechContractOptions {
  /** The faults that the server supports. Cases that need others are omitted. @default none */
  readonly faults?: readonly InjectedFault[];
  /** Creates the speech for a text. @default audio that `createTextReader` can read */
  readonly speak?: Speak;
}

/**
 * Creates the cases of the contract for speech-to-speech models, for any test runner. Each case creates its own subject.
 * A case takes less than 10 s, usually a fraction of a second.
 *
 * @example
 * ```ts
 * import {
 *   createSpeechToSpeechContract,
 *   type SpeechToSpeechScenario,
 *   type SpeechToSpeechSubject,
 * } from 'antiphon/testing';
 * import { describe, test } from 'vitest';
 *
 * declare function serveAcme(scenario: SpeechToSpeechScenario): Promise<SpeechToSpeechSubject>;
 *
 * describe('Acme keeps the contract of SpeechToSpeech', () => {
 *   const faults = ['refuses the key'] as const; // those that your fake server has
 *   for (const { name, run } of createSpeechToSpeechContract(serveAcme, { faults })) test(name, run, 10_000);
 * });
 * ```
 */
export function createSpeechToSpeechContract(
  make: (scenario: SpeechToSpeechScenario) => Promise<SpeechToSpeechSubject>,
  { faults = [], speak = async (...text) => encodeText(...text) }: SpeechToSpeechContractOptions = {},
): readonly ContractCase[] {
  const requirements = [...replyRequirements, ...cutRequirements, ...conversationRequirements, ...faultRequirements];
  return requirements.flatMap(({ replies, check, ...requirement }) =>
    createContractCases(
      [
        {
          ...requirement,
          check: (subject: SpeechToSpeechSubject) => check(subject, () => new Conversation(subject.model, speak)),
        },
      ],
      (fault) => make({ words: USER_TEXTS, replies, ...(fault && { fault }) }),
      faults,
    ),
  );
}
