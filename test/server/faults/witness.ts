import type { Observable } from 'rxjs';
import type { AudioFrame } from '../../../src/core/audio.ts';
import type { Peer } from './peer.ts';

/** What the witness says: an answer that lasts until the fault is over. */
export const WITNESS_WORDS = 'We opened in nineteen eighty, and my grandmother cooked here.';

const FRAME_SAMPLES = 320;
/** Louder frames are not the witness's. */
const MAX_FRAMES = 1000;

/** A neighbour that listens to a long answer and speaks meanwhile. */
export interface Witness {
  readonly peer: Peer;
  /** Speaks so many frames, and waits until the server has taken them. */
  speak(frames: number): Promise<void>;
  /** Returns what it has lost: nothing, if all is well. */
  losses(): readonly string[];
}

/**
 * Lets a client ask for an answer.
 *
 * @param frames what the server has got, of all sessions: the witness's consist of their own numbers
 */
export function createWitness(peer: Peer, frames: Observable<AudioFrame>): Witness {
  const heard: number[] = [];
  let spoken = 0;
  frames.subscribe(({ samples: [number = 0] }) => {
    if (number > 0 && number <= MAX_FRAMES) heard.push(number);
  });
  peer.say({ type: 'input.text', text: 'tell me' });
  return {
    peer,
    speak: async (frames) => {
      for (let n = 0; n < frames; n += 1) peer.socket.send(new Int16Array(FRAME_SAMPLES).fill(++spoken));
      await peer.ping();
    },
    losses: () => {
      const { messages, samples, announced } = peer;
      const expected = Array.from({ length: spoken }, (_, at) => at + 1);
      const said = messages.some(
        (one) =>
          one.type === 'message.added' && one.message.role === 'assistant' && one.message.content === WITNESS_WORDS,
      );
      return [
        ...(messages.every(({ seq }, at) => seq === at) ? [] : ['messages']),
        ...(samples > 0 && samples === announced ? [] : [`audio: ${samples} of ${announced} samples`]),
        ...(heard.join() === expected.join() ? [] : [`speech: ${heard.length} of ${spoken} frames`]),
        ...(said ? [] : ['the end of its answer']),
      ];
    },
  };
}
