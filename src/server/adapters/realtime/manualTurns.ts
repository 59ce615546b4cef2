import { isObject } from '../../../core/isObject.ts';
import type { PeerInput } from '../../../core/mediaAdapter.ts';
import type { ClientEvent, Refused } from './clientEvents.ts';
import { createWarning } from './events.ts';
import type { Conversation } from './conversation.ts';

type TurnEvent = Extract<
  ClientEvent,
  { readonly type: 'input_audio_buffer.commit' | 'input_audio_buffer.clear' | 'response.create' }
>;

/** Minimum audio for a commit, in ms. */
const MIN_MS = 100;

/** Handles a client event that commits or clears a turn, or requests a response. */
export function takeTurnEvent(event: TurnEvent, conversation: Conversation): readonly PeerInput[] {
  switch (event.type) {
    case 'input_audio_buffer.commit':
      return commit(conversation);
    case 'input_audio_buffer.clear':
      conversation.buffer.take();
      conversation.session.decoder.reset();
      return [conversation.reply({ type: 'input_audio_buffer.cleared' })];
    case 'response.create':
      return respond(event, conversation);
  }
}

function commit({ buffer, session, user, calls, reply, refuse }: Conversation): readonly PeerInput[] {
  if (!session.isManual)
    return [reply(createWarning('input_audio_buffer.commit', 'The server decides when a turn ends.'))];
  if (buffer.ms < MIN_MS) return [refuse(createEmptyError(buffer.ms))];
  calls.forgetContinued();
  session.decoder.reset();
  return [...user.take().map(reply), { kind: 'turn', frames: buffer.take() }];
}

/** Requests a response. After the result of a call, the agent continues by itself: the request means that. */
function respond(
  { response }: Extract<TurnEvent, { readonly type: 'response.create' }>,
  { session, agent, calls, reply, refuse }: Conversation,
): readonly PeerInput[] {
  if (isObject(response) && response['conversation'] === 'none') return [refuse(APART)];
  if (!session.isManual) return [reply(createWarning('response.create', 'The agent answers by itself.'))];
  if (calls.takeContinued()) return [];
  if (agent.responding !== undefined) return [refuse(createActiveError(agent.responding))];
  return [{ kind: 'respond' }];
}

const APART: Refused = {
  code: 'not_supported',
  message: 'Every response of this server is part of the conversation.',
  param: 'response.conversation',
};

function createEmptyError(ms: number): Refused {
  const message = `Expected at least ${MIN_MS} ms of audio in the buffer, got ${Math.round(ms)}.`;
  return { code: 'input_audio_buffer_commit_empty', message };
}

function createActiveError(id: string): Refused {
  const message = `The response ${JSON.stringify(id)} is still in progress.`;
  return { code: 'conversation_already_has_active_response', message };
}
