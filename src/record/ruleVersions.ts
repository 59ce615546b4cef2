import { crc32 } from 'node:zlib';
import { backchannels, greetings, interruptPhrases } from '../core/phrases/lists.ts';

/** The versions of what decides about turns: recordings with others may replay with differences. */
export interface RuleVersions {
  /** Version of the rules of turn-taking. */
  readonly turnTaking: number;
  /** CRC-32 of the built-in lists of phrases, in hexadecimal. */
  readonly phrases: string;
}

/**
 * The versions of this library. 1: only voice and its length interrupt. 2: words decide. 3: a splice that throws stays in, no answer is
 * requested ahead of a splice at `userTurn`, a late final that says more than its dropped backchannel is answered, text within
 * `<think>` tags is not said, a reply without a letter or a digit is empty, and finals of scripts without spaces are joined without one.
 */
export const RULE_VERSIONS: RuleVersions = {
  turnTaking: 3,
  phrases: crc32(JSON.stringify([backchannels, greetings, interruptPhrases])).toString(16),
};

/** The versions of a recording that names none. */
export const FIRST_RULE_VERSIONS: RuleVersions = { turnTaking: 1, phrases: 'none' };
