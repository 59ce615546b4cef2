import { WIRE_SAMPLE_RATES, type ServerMessage } from '../core/protocol.ts';

/** A frame that violates the protocol. Its message becomes the reason for closing the connection. */
export class ProtocolError extends Error {
  override readonly name: string = 'ProtocolError';
}

/** A parser for the text frames of one session, in order, across all its connections. */
export interface MessageReader {
  /**
   * Returns the message, or undefined if its type is unknown.
   *
   * @throws ProtocolError if a frame is not a message, lacks a field of its type, or is not the next in `seq`
   */
  read(frame: string): ServerMessage | undefined;
  /** `seq` of the last message, or -1 before the first. */
  readonly lastSeq: number;
}

/** Messages without a number of their own: their `seq` names the last message that the client has. */
const UNNUMBERED: ReadonlySet<unknown> = new Set<ServerMessage['type']>(['session.resumed', 'session.snapshot']);

export function createMessageReader(): MessageReader {
  let lastSeq = -1;
  return {
    get lastSeq() {
      return lastSeq;
    },
    read: (frame) => {
      const message = parseObject(frame);
      lastSeq = UNNUMBERED.has(message['type']) ? readLastSeq(message, lastSeq) : readNextSeq(message, lastSeq + 1);
      return isKnownMessage(message) ? message : undefined;
    },
  };
}

function readNextSeq({ seq }: Readonly<Record<string, unknown>>, next: number): number {
  if (seq !== next) throw new ProtocolError(`Expected a message with seq ${next}.`);
  return next;
}

function readLastSeq({ seq }: Readonly<Record<string, unknown>>, last: number): number {
  if (typeof seq === 'number' && Number.isInteger(seq) && seq >= last) return seq;
  throw new ProtocolError(`Expected a seq of at least ${last}.`);
}

type Kind =
  | 'string'
  | 'string or absent'
  | 'number'
  | 'number or absent'
  | 'boolean'
  | 'object'
  | 'object or null'
  | 'object or absent'
  | typeof WIRE_SAMPLE_RATES;
type Fields<Type extends ServerMessage['type']> = Readonly<
  Record<Exclude<keyof Extract<ServerMessage, { type: Type }>, 'type' | 'seq' | 't_ms'>, Kind>
>;

const AUDIO_MS = { audio_ms: 'number' } as const;

/** The fields of each message type. The contents of objects are not checked. */
const FIELDS: { readonly [Type in ServerMessage['type']]: Fields<Type> } = {
  'session.started': {
    session_id: 'string',
    audio: 'object',
    resume_token: 'string or absent',
    resume_urls: 'object or absent',
    resume_timeout_ms: 'number or absent',
  },
  'session.resumed': {
    session_id: 'string',
    audio: 'object',
    resume_token: 'string',
    resume_urls: 'object or absent',
    latest_seq: 'number',
    received_samples: 'number',
    received_texts: 'number',
  },
  'session.snapshot': { messages: 'object', state: 'object' },
  'session.draining': { deadline_ms: 'number', resume_urls: 'object or absent' },
  'session.ended': { reason: 'string', usage: 'object or absent' },
  'user.speech_started': AUDIO_MS,
  'user.speech_stopped': AUDIO_MS,
  'user.transcript': { utterance_id: 'string', text: 'string', final: 'boolean' },
  'agent.thinking': { turn: 'number' },
  'agent.thought': { turn: 'number', reason: 'string' },
  'agent.done': { turn: 'number', reason: 'string' },
  'agent.speech_started': { utterance_id: 'string' },
  'agent.text': { utterance_id: 'string', delta: 'string', repeated_chars: 'number or absent' },
  'agent.speech_stopped': { utterance_id: 'string', reason: 'string', heard: 'string or absent' },
  'agent.interrupted': {
    utterance_id: 'string',
    text: 'string',
    played_samples: 'number',
    heard: 'string or absent',
  },
  'message.added': { message: 'object', heard: 'string or absent' },
  'function_calls.collected': { function_calls: 'object' },
  'function_calls.acknowledged': { results: 'object' },
  'function_calls.progress': { tool_call_id: 'string', content: 'string' },
  'function_calls.executed': { results: 'object' },
  metrics: {
    turn: 'number',
    heard: 'boolean',
    total_ms: 'number',
    parts_ms: 'object',
    usage: 'object or null',
    session_usage: 'object or absent',
    function_silence_ms: 'number or absent',
  },
  'audio.start': { utterance_id: 'string', sample_rate: WIRE_SAMPLE_RATES, first_sample: 'number or absent' },
  'audio.end': { utterance_id: 'string', samples: 'number' },
  clear: { utterance_id: 'string', clear_id: 'number' },
  error: { code: 'string', message: 'string', fatal: 'boolean' },
  pong: { t: 'number' },
};

function parseObject(frame: string): Readonly<Record<string, unknown>> {
  let message: unknown;
  try {
    message = JSON.parse(frame);
  } catch {
    throw new ProtocolError('Expected JSON in a text frame.');
  }
  if (typeof message !== 'object' || message === null) throw new ProtocolError('Expected an object in a text frame.');
  return message as Readonly<Record<string, unknown>>;
}

function isKnownMessage(
  message: Readonly<Record<string, unknown>>,
): message is Readonly<Record<string, unknown>> & ServerMessage {
  const type = message['type'];
  if (typeof type !== 'string') throw new ProtocolError('Expected a type in a message.');
  if (!Object.hasOwn(FIELDS, type)) return false;
  const fields: Readonly<Record<string, Kind>> = { t_ms: 'number', ...FIELDS[type as ServerMessage['type']] };
  for (const [field, kind] of Object.entries(fields)) {
    if (!matches(message[field], kind))
      throw new ProtocolError(`Expected ${field} of ${type} to be ${describe(kind)}.`);
  }
  return true;
}

function matches(value: unknown, kind: Kind): boolean {
  if (typeof kind !== 'string') return kind.some((rate) => rate === value);
  if (kind === 'string or absent') return value === undefined || typeof value === 'string';
  if (kind === 'number or absent') return value === undefined || typeof value === 'number';
  if (kind === 'object or absent') return value === undefined || (typeof value === 'object' && value !== null);
  if (kind === 'object or null') return typeof value === 'object';
  return typeof value === kind && value !== null;
}

function describe(kind: Kind): string {
  return typeof kind === 'string' ? `of type ${kind}` : `one of ${kind.join(', ')}`;
}
