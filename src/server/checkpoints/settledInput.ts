import type { PendingInput } from '../../core/checkpoint.ts';
import type { ConnectionProgress } from '../media/mediaConnection.ts';

type Received = ConnectionProgress['received'];

/** Time until speech is detected, in ms: until then, it may be taken for silence. */
const DETECTION_MS = 200;

/**
 * Returns a function that computes how much input a client need not send again if its server dies now: the input that
 * is in the history. No checkpoint contains later input, although the server has received it.
 */
export function createSettledInput(
  first: Received,
  sampleRate: number,
): (received: Received, pending: PendingInput) => Received {
  let { samples: settled } = first;
  return ({ samples, texts }, pending) => {
    if (!pending.speech) settled = Math.max(settled, samples - (DETECTION_MS * sampleRate) / 1000);
    return { samples: settled, texts: texts - pending.texts };
  };
}
