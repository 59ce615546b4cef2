import type { ClientMessage } from '../../../core/protocol.ts';
import { ConnectionError } from '../../protocols/connectionError.ts';
import { parseData, type Envelope } from './clientMessages.ts';
import type { RtviEvent } from './events.ts';

/** The result of a client message: antiphon.v1 messages for the session, and events that answer the client. */
export interface Taken {
  readonly messages: readonly ClientMessage[];
  readonly answers: readonly RtviEvent[];
}

/** Types of `client-message` that the server supports; each stands for the antiphon.v1 message of the same name. */
const REQUESTS = ['agent.interrupt', 'input.mute', 'input.unmute'] as const;

/** Converts a client message. If the server does not support it, the answer is an `error-response`. */
export function takeMessage(envelope: Envelope): Taken {
  try {
    return take(envelope);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return refuse(envelope, error.message);
  }
}

function take(envelope: Envelope): Taken {
  switch (envelope.type) {
    case 'disconnect-bot':
      return { messages: [{ type: 'session.end' }], answers: [] };
    case 'send-text':
      return takeText(envelope);
    case 'dtmf': {
      const { buttons } = parseData('dtmf', envelope.data);
      return { messages: buttons.map((digit) => ({ type: 'input.digit', digit })), answers: [] };
    }
    case 'client-message':
      return takeRequest(envelope);
    default:
      return refuse(envelope, 'This server does not support messages of this type.');
  }
}

function takeText(envelope: Envelope): Taken {
  const { content, options = {} } = parseData('send-text', envelope.data);
  const { run_immediately = true, audio_response = true } = options;
  if (!run_immediately) return refuse(envelope, 'Expected "data.options.run_immediately" of send-text to be true.');
  if (!audio_response) return refuse(envelope, 'Expected "data.options.audio_response" of send-text to be true.');
  return { messages: [{ type: 'input.text', text: content }], answers: [] };
}

function takeRequest(envelope: Envelope): Taken {
  const { t } = parseData('client-message', envelope.data);
  const type = REQUESTS.find((known) => known === t);
  if (type === undefined)
    return refuse(envelope, `Expected "data.t" of client-message to be one of ${REQUESTS.join(', ')}.`);
  return { messages: [{ type }], answers: [{ type: 'server-response', id: envelope.id, data: { t, d: {} } }] };
}

function refuse({ id }: Envelope, error: string): Taken {
  return { messages: [], answers: [{ type: 'error-response', id, data: { error } }] };
}
