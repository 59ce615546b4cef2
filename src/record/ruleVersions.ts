import { crc32 } from 'node:zlib';
import { backchannels, checks, corrections, greetings, interruptPhrases, patience } from '../core/phrases/lists.ts';

/**
 * The versions of the rules that decide about turns. A recording made with other versions may replay with differences.
 */
export interface RuleVersions {
  /** Version of the turn-taking rules. */
  readonly turnTaking: number;
  /** CRC-32 of the built-in phrase lists, in hexadecimal. */
  readonly phrases: string;
}

/**
 * The versions of this library. 1: only voice and its length interrupt. 2: words decide. 3: a splice that throws stays
 * in place, no answer is requested ahead of a splice at `userTurn`, a late final that says more than its dropped
 * backchannel is answered, text within `<think>` tags is not spoken, a reply without a letter or digit is empty, and
 * finals in scripts without spaces are joined without one. 4: sounds without words hold the agent for 3 s in total,
 * speech beyond the audio that is kept counts as speech, continuing words have 8 s, and remarks of a waiting user end
 * nothing; other words wait for a function. An interrupt phrase needs 0.25 s of voice, interims of earlier segments add
 * up when they become final, and a greeting over a first message is a message. A blank last final withdraws its
 * interim, and a segment that was committed before its end is measured to its end.
 */
export const RULE_VERSIONS: RuleVersions = {
  turnTaking: 4,
  phrases: crc32(JSON.stringify([backchannels, greetings, interruptPhrases, checks, patience, corrections])).toString(
    16,
  ),
};

/** The versions for a recording that names none. */
export const FIRST_RULE_VERSIONS: RuleVersions = { turnTaking: 1, phrases: 'none' };
