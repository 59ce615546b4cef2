import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesOfSamples, toBase64 } from '../../../src/wire/bytes.ts';
import { createTextReader, encodeText, type TextReader } from '../../../src/testing/textAudio.ts';
import type { FakeConnection, FakeSocket } from '../kit/fake.ts';
import type { ConversationScript, ScriptedItem, ScriptedResponse } from './script.ts';
import type { Service } from './services.ts';
import { asFields, validateMessage } from './validate.ts';

const RATE = 24_000;
const MIN_COMMIT_MS = 100;
const FRAME = RATE / 10;
const FRAME_MS = 100;
/** Speed of the audio relative to playback. */
const SPEED = 8;
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

interface Message {
  readonly type: string;
  readonly event_id?: string;
  readonly [field: string]: unknown;
}

interface Response {
  readonly id: string;
  isCancelled: boolean;
  readonly closesWith?: number | undefined;
  readonly metadata?: unknown;
}

/** Returns the next response of the script. */
export type NextResponse = () => ScriptedResponse;

/** One conversation. It knows its items, their audio and the calls without a result. */
export function createConversation(
  socket: FakeSocket,
  script: ConversationScript,
  service: Service,
  nextResponse: NextResponse,
): FakeConnection {
  const audioMs = new Map<string, number>();
  const texts = new Set<string>();
  const calls = new Set<string>();
  const callItems = new Map<string, string>();
  let isSetUp = false;
  let hasTimes = false;
  let reader: TextReader = createTextReader(RATE);
  let [heard, bufferMs, items, responses, apart] = ['', 0, 0, 0, 0];
  let words: (() => void) | null = null;
  let response: Response | null = null;

  const { pause = () => nextTurn() } = script;
  let turns = 0;
  const send = (event: object): void => socket.send(JSON.stringify(event));
  const refuse = (code: string, what: string, event_id: string | null = null): void => {
    socket.reportViolation(what);
    send({ type: 'error', error: { type: 'invalid_request_error', code, message: what, param: null, event_id } });
  };
  const nextItem = (): string => `item_${(items += 1)}`;
  const sendWords = (): void => {
    words?.();
    words = null;
  };
  const clear = (): void => {
    [heard, bufferMs] = ['', 0];
    reader = createTextReader(RATE);
  };

  const commit = (): void => {
    if (bufferMs < MIN_COMMIT_MS) return refuse('input_audio_buffer_commit_empty', `a commit of ${bufferMs} ms`);
    const item_id = nextItem();
    const transcript = script.transcripts?.[turns++] ?? heard;
    send({ type: 'input_audio_buffer.committed', item_id, previous_item_id: null });
    send({ type: 'conversation.item.added', item: { id: item_id, type: 'message', role: 'user' } });
    words = () => {
      if (script.words === 'failed')
        send({ type: `${TRANSCRIPTION}.failed`, item_id, error: { message: 'no speech' } });
      else {
        const [first = ''] = transcript.split(' ');
        if (service.interims === 'updated') send({ type: `${TRANSCRIPTION}.updated`, item_id, transcript: first });
        else send({ type: `${TRANSCRIPTION}.delta`, item_id, content_index: 0, delta: first });
        send({ type: `${TRANSCRIPTION}.completed`, item_id, content_index: 0, transcript });
      }
    };
    if (script.words === 'never') words = null;
    if (script.wordsAfterMs !== undefined) void pause(script.wordsAfterMs).then(sendWords);
    else if (script.words === undefined || script.words === 'before' || script.words === 'failed') sendWords();
    clear();
  };

  const speak = async (item: string, text: string, current: Response): Promise<void> => {
    const place = { response_id: current.id, item_id: item, output_index: 0, content_index: 0 };
    const samples = encodeText(text, RATE);
    send({ type: 'response.output_audio_transcript.delta', ...place, delta: text });
    if (hasTimes) timesOf(text).forEach((time) => send({ type: 'response.audio_timestamp.delta', ...place, ...time }));
    audioMs.set(item, 0);
    let late = script.lateFrames ?? 0;
    for (let from = 0; from < samples.length; from += FRAME) {
      await pause(FRAME_MS / SPEED);
      if (current.isCancelled && late === 0) return;
      if (current.isCancelled) late -= 1;
      const frame = samples.subarray(from, from + FRAME);
      audioMs.set(item, (audioMs.get(item) ?? 0) + (frame.length * 1000) / RATE);
      socket.sendResult(bytesOfSamples(frame), (piece) =>
        JSON.stringify({ type: 'response.output_audio.delta', ...place, delta: toBase64(piece) }),
      );
      if (script.words === 'within') sendWords();
      const closesWith = current.closesWith ?? script.closesWith;
      if (closesWith !== undefined) return socket.close(closesWith);
    }
    send({ type: 'response.output_audio.done', ...place });
  };

  const play = async (scripted: ScriptedResponse, current: Response): Promise<void> => {
    const output: object[] = [];
    if (scripted.isUnannounced !== true)
      send({
        type: 'response.created',
        response: { id: current.id, status: 'in_progress', metadata: current.metadata },
      });
    for (const entry of scripted.items) {
      if (current.isCancelled) break;
      await playItem(entry, current, output);
    }
    if (response === current) response = null;
    const status = current.isCancelled ? 'cancelled' : (scripted.status ?? 'completed');
    const usage = { input_token_details: { audio_tokens: 10 }, output_token_details: { audio_tokens: 20 } };
    const status_details = status === 'completed' ? null : { type: status, error: { message: `it ${status}` } };
    send({ type: 'response.done', response: { id: current.id, status, status_details, output, usage } });
    if (script.words === 'after') sendWords();
  };

  const playItem = async (entry: ScriptedItem, current: Response, output: object[]): Promise<void> => {
    const id = nextItem();
    const called = 'call' in entry ? { name: entry.call, arguments: JSON.stringify(entry.arguments ?? {}) } : null;
    const item =
      called === null ? { id, type: 'message' } : { id, type: 'function_call', call_id: `call_${id}`, ...called };
    output.push(item);
    send({ type: 'response.output_item.added', response_id: current.id, item });
    if ('text' in entry) await speak(id, entry.text, current);
    else {
      calls.add(`call_${id}`);
      callItems.set(id, `call_${id}`);
    }
    if (!current.isCancelled) send({ type: 'response.output_item.done', response_id: current.id, item });
  };

  const respond = (scripted: ScriptedResponse): void => {
    if (response !== null) return refuse('conversation_already_has_active_response', 'a second response');
    responses += 1;
    response = { id: `resp_${responses}`, isCancelled: false, closesWith: scripted.closesWith };
    void play(scripted, response);
  };

  const receive: Readonly<Record<string, (message: Message) => void>> = {
    'session.update': ({ session }) => {
      isSetUp = true;
      const { output } = asFields(asFields(session)['audio']);
      if (output !== undefined) hasTimes = asFields(output)['output_audio_timestamp_types'] !== undefined;
      send({ type: 'session.updated', session });
    },
    'input_audio_buffer.append': ({ audio }) => {
      const bytes = Buffer.from(String(audio), 'base64');
      const samples = new Int16Array(new Uint8Array(bytes).buffer);
      bufferMs += (samples.length * 1000) / RATE;
      heard = reader.push(samples);
    },
    'input_audio_buffer.commit': commit,
    'input_audio_buffer.clear': () => {
      clear();
      send({ type: 'input_audio_buffer.cleared' });
    },
    'conversation.item.create': ({ item }) => {
      const { type, call_id, content } = item as {
        readonly type: string;
        readonly call_id?: string;
        readonly content?: readonly [{ readonly text: string }];
      };
      if (type === 'force_message') return respond({ items: [{ text: content?.[0].text ?? '' }] });
      if (type === 'function_call') calls.add(call_id ?? '');
      if (type === 'function_call_output' && !calls.delete(call_id ?? ''))
        return refuse('invalid_value', `the call ${call_id}`);
      const id = nextItem();
      texts.add(id);
      send({ type: 'conversation.item.added', item: { id, ...(item as object) } });
    },
    'conversation.item.delete': ({ item_id }) => {
      const call = callItems.get(String(item_id));
      if (call !== undefined) calls.delete(call);
      else if (!audioMs.delete(String(item_id)))
        return refuse('item_delete_invalid_item_id', `the item ${String(item_id)}`);
      send({ type: 'conversation.item.deleted', item_id });
    },
    'conversation.item.truncate': ({ item_id, audio_end_ms }) => {
      const [ms, end] = [audioMs.get(String(item_id)), Number(audio_end_ms)];
      if (ms === undefined) return refuse('item_truncate_invalid_item_id', `the item ${String(item_id)}`);
      if (!(end > 0 && end <= ms)) return refuse('invalid_value', `a cut at ${end} of ${ms} ms`);
      audioMs.set(String(item_id), end);
      send({ type: 'conversation.item.truncated', item_id, content_index: 0, audio_end_ms: end });
    },
    'response.create': (message) => {
      const { conversation, metadata, instructions } = (message['response'] ?? {}) as Readonly<Record<string, unknown>>;
      if (conversation === 'none') {
        const text = JSON.parse(String(instructions).replace(/^[^"]*/u, '')) as string;
        apart += 1;
        void play({ items: [{ text }] }, { id: `resp_apart_${apart}`, isCancelled: false, metadata });
        return;
      }
      respond(nextResponse());
    },
    'response.cancel': () => {
      if (response !== null) response.isCancelled = true;
      else
        send({
          type: 'error',
          error: { type: 'invalid_request_error', code: 'response_cancel_not_active', message: 'no response' },
        });
    },
  };

  service.hello.forEach(send);
  send({ type: 'session.created', session: { type: 'realtime', id: 'sess_1' } });
  return {
    onFrame: (frame) => {
      const message = JSON.parse(String(frame)) as Message;
      const faults = validateMessage(message, service);
      if (faults.length > 0) return refuse('unknown_parameter', faults.join(', '), message.event_id);
      if (!isSetUp && message.type !== 'session.update')
        return refuse('invalid_state', `${message.type} before the set-up`);
      receive[message.type]?.(message);
    },
  };
}

/** The times of the words, at 40 ms per character. */
function timesOf(text: string): readonly object[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    text: word,
    timestamp_type: 'word',
    audio_offset_ms: index * 40,
    audio_duration_ms: word.length * 40,
  }));
}
