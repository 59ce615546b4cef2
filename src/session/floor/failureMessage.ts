import { setFloor, type OpenStep } from './openStep.ts';
import { isAnswerHeard, type Reply } from './replyState.ts';
import type { QueuedReply } from './state.ts';

/**
 * Queues the text that replaces a reply which failed before a word of it was heard, not counting a filler. If that text
 * fails too, nothing follows.
 */
export function queueFailureMessage(step: OpenStep, reply: Reply): void {
  const { settings, queue, ending } = step.floor;
  const { failureMessage } = settings;
  if (failureMessage === undefined || ending !== null || !reply.hasFailed || reply.origin === 'failure') return;
  if (isAnswerHeard(reply) || queue.some(({ kind }) => kind === 'respond')) return;
  setFloor(step, { queue: [{ kind: 'say', text: failureMessage, origin: 'failure' }, ...queue] });
}

/** Returns whether it is the text that replaces a failed reply. */
export function isFailureMessage(queued: QueuedReply): boolean {
  return queued.kind === 'say' && queued.origin === 'failure';
}
