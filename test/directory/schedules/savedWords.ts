import type { StoredCheckpoint } from '../../../src/core/checkpointStore.ts';
import { PLAIN_SEALING } from '../../../src/server/checkpoints/sealing.ts';
import { parseStoredSession } from '../../../src/server/checkpoints/storedSession.ts';
import { wordsOf } from './conversation.ts';
import { checkHeard } from './rules.ts';

interface Saved {
  readonly words: readonly string[];
  readonly isInReply: boolean;
}

/** The words of the checkpoints that the engine has taken. */
export class SavedWords {
  readonly #latest: Map<string, Saved> = new Map();

  note(session: string, { value }: StoredCheckpoint): void {
    this.#latest.set(session, parse(session, value));
  }

  /**
   * Checks that a session goes on with the words of its latest checkpoint, all of which were heard, and returns whether that was in the middle of a
   * reply.
   */
  checkTaken(session: string, words: readonly string[], heard: readonly string[]): boolean {
    const latest = this.#latest.get(session);
    if (words.join(' ') !== latest?.words.join(' '))
      throw new Error(
        `${session} goes on with ${words.join(' ')}; its latest checkpoint has ${latest?.words.join(' ')}`,
      );
    checkHeard(session, words, heard);
    return latest.isInReply;
  }
}

function parse(session: string, value: Uint8Array): Saved {
  const checkpoint = parseStoredSession(PLAIN_SEALING.open(session, value) ?? '')?.checkpoint;
  if (checkpoint === undefined) throw new Error(`the checkpoint of ${session} cannot be read`);
  const isInReply = checkpoint.heard !== '';
  const words = [...wordsOf(checkpoint.messages), ...(isInReply ? checkpoint.heard.split(' ') : [])];
  return { words, isInReply };
}
