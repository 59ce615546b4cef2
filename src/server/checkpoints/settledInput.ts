import type { PendingInput } from '../../core/checkpoint.ts';
import type { ConnectionProgress } from '../media/mediaConnection.ts';

type Received = ConnectionProgress['received'];

/** Speech is known so long after it has begun: until then it may be taken for silence. */
const DETECTION_MS = 200;

/**
 * Returns a function that computes what a client need not send again, should its server die now: the input that is in the history. What has
 * come behind it is in no checkpoint, though the server has it.
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
