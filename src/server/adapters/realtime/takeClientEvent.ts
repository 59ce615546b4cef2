import type { AudioFrame } from '../../../core/audio.ts';
import type { PeerInput } from '../../../core/mediaAdapter.ts';
import { takeTurnEvent } from './manualTurns.ts';
import type { AddedItem, ClientEvent, FunctionOutput, Refused } from './clientEvents.ts';
import type { Conversation } from './conversation.ts';
import { createWarning } from './events.ts';
import { toAddedItem, toOutputItem, toResource } from './items.ts';
import { toPeerUpdate } from './readUpdate.ts';

type EventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { readonly type: Type }>;

/** Handles a client event. Returns the resulting input for the session, and the answers. */
export function takeClientEvent(event: ClientEvent, conversation: Conversation): readonly PeerInput[] {
  const { items, user, reply, refuse } = conversation;
  switch (event.type) {
    case 'session.update':
      return updateSession(event, conversation);
    case 'input_audio_buffer.append':
      return takeAudio(event, conversation);
    case 'conversation.item.create': {
      const { item } = event;
      if ('call_id' in item) return answerCall(item, conversation);
      if (item.role !== 'user') return addMessage(item, conversation);
      const [{ text }] = item.content;
      conversation.calls.forgetContinued();
      return [{ kind: 'message', message: { type: 'input.text', text } }, ...user.type(item.id, text).map(reply)];
    }
    case 'conversation.item.retrieve': {
      const item = items.get(event.item_id);
      if (item === undefined) return [refuse(createNoItemError(event.item_id))];
      return [reply({ type: 'conversation.item.retrieved', item: toResource(item) })];
    }
    case 'conversation.item.delete':
      return deleteItem(event, conversation);
    case 'conversation.item.truncate':
      return truncate(event, conversation);
    case 'response.cancel':
      return cancel(event, conversation);
    case 'output_audio_buffer.clear':
      return clearOutput(conversation);
    default:
      return takeTurnEvent(event, conversation);
  }
}

/** Adds a message of the agent or of the system to the history. */
function addMessage(item: AddedItem, { items, user, rules, reply, refuse }: Conversation): readonly PeerInput[] {
  if (rules.updates?.history !== true) return [refuse(createHistoryError('item.role'))];
  const message = { role: item.role, content: item.content[0].text };
  const added = toAddedItem(item.id ?? user.nextId(), message);
  return [{ kind: 'add_messages', messages: [message] }, reply(items.add(added)), reply(items.done(added))];
}

/** Deletes a message of the agent that was not heard: the history does not have it. */
function deleteItem(
  { item_id }: EventOf<'conversation.item.delete'>,
  { items, agent, rules, reply, refuse }: Conversation,
): readonly PeerInput[] {
  if (rules.updates?.history !== true) return [refuse(createHistoryError('item_id'))];
  if (items.get(item_id) === undefined) return [refuse(createNoItemError(item_id))];
  const sent = agent.find(item_id);
  const isUnheard = sent !== undefined && (sent.isCut || sent.endMs === 0);
  return [isUnheard ? reply(items.delete(item_id)) : refuse(HEARD)];
}

function updateSession(
  { session: wanted }: EventOf<'session.update'>,
  { session, calls, reply, refuse }: Conversation,
): readonly PeerInput[] {
  const wasManual = session.isManual;
  const { changed, refused } = session.update(wanted);
  if (changed.tools !== undefined) calls.setNames(changed.tools.map(({ name }) => name));
  const turns = session.isManual === wasManual ? {} : { manualTurns: session.isManual };
  const changes = Object.keys(changed).length + Object.keys(turns).length;
  const update: readonly PeerInput[] =
    changes === 0 ? [] : [{ kind: 'update', update: { ...toPeerUpdate(changed), ...turns } }];
  return [...update, ...refused.map(refuse), reply(session.updated())];
}

/** Continues the agent with the result, so that the client need not request a response. */
function answerCall(
  { id, call_id, output }: FunctionOutput,
  { calls, items, reply, refuse }: Conversation,
): readonly PeerInput[] {
  if (!calls.answer(call_id)) return [refuse(createNoCallError(call_id))];
  const item = toOutputItem({ tool_call_id: call_id, content: output }, id);
  return [reply(items.add(item)), reply(items.done(item)), { kind: 'function_result', id: call_id, content: output }];
}

function takeAudio(
  { audio }: EventOf<'input_audio_buffer.append'>,
  { session, buffer, refuse }: Conversation,
): readonly PeerInput[] {
  if (session.audioPath === 'tracks') return [refuse(AUDIO_IN_TRACK)];
  const frame = session.decoder.decode(audio);
  return frame.samples.length === 0 ? [] : takeFrame(frame, { session, buffer });
}

/** Handles audio from the user, which waits for a commit if the client ends the turns. */
export function takeFrame(
  frame: AudioFrame,
  { session, buffer }: Pick<Conversation, 'session' | 'buffer'>,
): readonly PeerInput[] {
  if (!session.isManual) return [{ kind: 'audio', frame }];
  buffer.add(frame);
  return [];
}

const INTERRUPT: PeerInput = { kind: 'message', message: { type: 'agent.interrupt' } };

function cancel(
  { response_id = '' }: EventOf<'response.cancel'>,
  { agent, rules, refuse }: Conversation,
): readonly PeerInput[] {
  if (!rules.allowsInterruptions) return [refuse(UNINTERRUPTIBLE)];
  const { responding } = agent;
  if (responding !== undefined && [responding, ''].includes(response_id)) {
    agent.cancel();
    return [INTERRUPT];
  }
  return [refuse(responding === undefined ? NOT_ACTIVE : createNotActiveError(response_id))];
}

/** Clears the output. A client that plays a track cannot drop received audio, so this interrupts the agent. */
function clearOutput({ agent, session, rules, reply, refuse }: Conversation): readonly PeerInput[] {
  const warn = (message: string): PeerInput => reply(createWarning('output_audio_buffer.clear', message));
  if (session.audioPath === 'events') return [warn('Interrupting the agent clears the audio.')];
  if (!agent.isPlaying) return [warn('There is no audio to clear.')];
  return [rules.allowsInterruptions ? INTERRUPT : refuse(UNINTERRUPTIBLE)];
}

/**
 * Truncates an item. Clients report positions by their own clocks, but the server decides what the user heard; the
 * answer contains the position.
 */
function truncate(
  { item_id, content_index, audio_end_ms }: EventOf<'conversation.item.truncate'>,
  { agent, rules, reply, refuse }: Conversation,
): readonly PeerInput[] {
  const sent = agent.find(item_id);
  if (sent === undefined) return [refuse(createNoItemError(item_id))];
  if (audio_end_ms > sent.sentMs + 1) return [refuse(createTooLateError(sent.sentMs, audio_end_ms))];
  const { endMs, isCut } = sent;
  if (endMs !== undefined)
    return [reply({ type: 'conversation.item.truncated', item_id, content_index, audio_end_ms: endMs })];
  if (!rules.allowsInterruptions) return [refuse(UNINTERRUPTIBLE)];
  // The answer follows when the server knows what the user heard.
  return isCut ? [] : [INTERRUPT];
}

const HEARD: Refused = {
  code: 'not_supported',
  message: 'Expected a message of the agent that was not heard: others are part of the history.',
  param: 'item_id',
};
const UNINTERRUPTIBLE: Refused = {
  code: 'interruptions_disabled',
  message: 'The agent of this session cannot be interrupted.',
};
const AUDIO_IN_TRACK: Refused = {
  code: 'not_supported',
  message: 'This connection accepts audio only in its track.',
  param: 'audio',
};
const NOT_ACTIVE: Refused = {
  code: 'response_cancel_not_active',
  message: 'There is no active response to cancel.',
};

function createHistoryError(param: string): Refused {
  return { code: 'not_supported', message: 'This server does not let clients change the history.', param };
}

function createNoItemError(id: string): Refused {
  return { code: 'item_not_found', message: `There is no item ${JSON.stringify(id)}.`, param: 'item_id' };
}

function createNotActiveError(id: string): Refused {
  return { ...NOT_ACTIVE, message: `The response ${JSON.stringify(id)} is not active.`, param: 'response_id' };
}

function createNoCallError(id: string): Refused {
  const message = `No call ${JSON.stringify(id)} is waiting for its output.`;
  return { code: 'item_not_found', message, param: 'item.call_id' };
}

function createTooLateError(sentMs: number, gotMs: number): Refused {
  const message = `Expected at most the ${sentMs} ms that were sent, got ${gotMs}.`;
  return { code: 'invalid_value', message, param: 'audio_end_ms' };
}
