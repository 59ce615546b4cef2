import { ConversationDialect } from '../../../../src/wire/speechModel/realtime/conversationDialect.ts';
import type { SpeechModelEvent, SpeechModelInput } from '../../../../src/core/speechToSpeech.ts';
import { bytesOfSamples, fromBase64, toBase64 } from '../../../../src/wire/bytes.ts';
import type { SpeechModelAction } from '../../../../src/wire/speechModel/dialect.ts';

export const RATE = 24_000;
export const TENTH = 2400;
export const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

let dialect: ConversationDialect;

/** Begins a conversation. */
export function begin(): void {
  dialect = new ConversationDialect({
    session: () => ({ type: 'realtime', instructions: 'Be brief.' }),
    changes: () => ({ type: 'realtime', instructions: 'Be kind.' }),
    instructions: () => 'Be brief.',
    history: () => [{ role: 'user', content: 'hello' }],
    transcribes: true,
    sampleRate: RATE,
    says: 'response',
  });
}

/** What an action sends or emits. */
function framesOf(actions: readonly SpeechModelAction[]): readonly unknown[] {
  return actions.map((action) => {
    if (action.kind === 'send') return JSON.parse(String(action.frame)) as unknown;
    return action.kind === 'event' ? action.event : action;
  });
}

export function receiveFrame(frame: string): readonly unknown[] {
  return framesOf(dialect.receive(frame));
}

export function receive(type: string, fields: object = {}): readonly unknown[] {
  return receiveFrame(JSON.stringify({ type, ...fields }));
}

export function send(input: SpeechModelInput): readonly unknown[] {
  return framesOf(dialect.send(input));
}

export function setUp(): void {
  receive('session.created', { session: {} });
  receive('session.updated', { session: {} });
}

export function append(samples: number): readonly unknown[] {
  return send({ kind: 'audio', frame: { samples: new Int16Array(samples).fill(1), sampleRate: RATE } });
}

/** Returns the number of samples in a message with audio of the user. */
export function lengthOf(message: unknown): number {
  const { type, audio: encoded } = message as { readonly type: string; readonly audio: string };
  return type === 'input_audio_buffer.append' ? fromBase64(encoded).length / 2 : Number.NaN;
}

/** Speaks and commits a turn, which becomes the item `user_<turn>`. */
export function commit(turn: number): void {
  append(TENTH);
  send({ kind: 'commit', turn });
  receive('input_audio_buffer.committed', { item_id: `user_${turn}` });
}

/** Requests a response that the server creates. */
export function respond(turn: number, id = `resp_${turn}`): void {
  send({ kind: 'respond', turn });
  receive('response.created', { response: { id, status: 'in_progress' } });
}

export function audio(response: string, item: string, samples: number): readonly unknown[] {
  const delta = toBase64(bytesOfSamples(new Int16Array(samples)));
  return receive('response.output_audio.delta', { response_id: response, item_id: item, delta });
}

export function done(id: string, fields: object = {}): readonly unknown[] {
  return receive('response.done', { response: { id, status: 'completed', output: [], ...fields } });
}

export const kinds = (events: readonly unknown[]): readonly string[] =>
  (events as SpeechModelEvent[]).map(({ kind }) => kind);
