import { isDeepStrictEqual } from 'node:util';
import type { FakeSocket, FakeConnection } from '../kit/fake.ts';
import type { TextReader } from '../../../src/testing/textAudio.ts';
import { createSpeechBuffer, type SpeechBuffer } from './speechBuffer.ts';

export interface RealtimeOptions {
  readonly createReader: (sampleRate: number) => TextReader;
  readonly expiresAt: number;
  readonly swaps: boolean;
}

const RATE = 24_000;
const MIN_COMMIT_MS = 100;
const EMITS_DELTAS = /^gpt-(?:live-transcribe|realtime-whisper)/u;
const TAKES_LANGUAGES = /^gpt-(?:live-)?transcribe/u;

interface Message {
  readonly type: string;
  readonly event_id?: string;
  readonly audio?: string;
  readonly session?: unknown;
}

/** One transcription session. */
export function createRealtimeConnection(socket: FakeSocket, options: RealtimeOptions): FakeConnection {
  let model: string | null = null;
  let items = 0;
  let previous: string | null = null;
  let buffer: SpeechBuffer = createSpeechBuffer(options.createReader(RATE), RATE);
  let heldEvent: string | null = null;

  const say = (event: object): void => socket.send(JSON.stringify(event));
  const itemId = (): string => `item_${items}`;
  const next = (): void => {
    items += 1;
    buffer = createSpeechBuffer(options.createReader(RATE), RATE);
  };
  const sendDelta = (): void => {
    const delta = buffer.takeDelta();
    if (delta !== '') say({ type: `${TRANSCRIPTION}.delta`, item_id: itemId(), content_index: 0, delta });
  };
  const complete = (event: string): void => {
    const swapped = options.swaps && items < 2;
    if (swapped && heldEvent === null) heldEvent = event;
    else for (const one of swapped && heldEvent !== null ? [event, heldEvent] : [event]) socket.sendResult(one);
  };

  const receive: Readonly<Record<string, (message: Message) => void>> = {
    'session.update': ({ session }) => {
      const faults = validateSession(session);
      for (const fault of faults) socket.reportViolation(fault);
      if (faults.length > 0) return say(createError('unknown_parameter', 'Unknown parameter.', null));
      model = parseModel(session);
      say({ type: 'session.updated', session: { object: 'realtime.transcription_session', ...(session as object) } });
    },
    'input_audio_buffer.append': ({ audio = '' }) => {
      if (model === null) socket.reportViolation('audio before the session was set up');
      const bytes = Buffer.from(audio, 'base64');
      if (bytes.toString('base64') !== audio) socket.reportViolation('audio that is not base64');
      if (bytes.length % 2 !== 0) socket.reportViolation('half a sample');
      buffer.append(new Int16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1));
      if (model !== null && EMITS_DELTAS.test(model)) sendDelta();
    },
    'input_audio_buffer.commit': ({ event_id = null }) => {
      if (buffer.ms() < MIN_COMMIT_MS) {
        socket.reportViolation(`a commit of ${buffer.ms()} ms`);
        return say(createError('input_audio_buffer_commit_empty', 'Error committing: buffer too small.', event_id));
      }
      say({ type: 'input_audio_buffer.committed', item_id: itemId(), previous_item_id: previous });
      say({ type: 'conversation.item.added', item: { id: itemId() } });
      sendDelta();
      const usage = { type: 'duration', seconds: buffer.ms() / 1000 };
      const completed = { item_id: itemId(), content_index: 0, transcript: buffer.text(), usage };
      complete(JSON.stringify({ type: `${TRANSCRIPTION}.completed`, ...completed }));
      previous = itemId();
      next();
    },
    'input_audio_buffer.clear': () => {
      say({ type: 'input_audio_buffer.cleared' });
      next();
    },
  };

  const session = { type: 'transcription', object: 'realtime.session', id: 'sess_1', expires_at: options.expiresAt };
  say({ type: 'session.created', event_id: 'event_1', session });
  return {
    onFrame: (frame) => {
      const message = parseMessage(frame);
      const handler = message === null ? undefined : receive[message.type];
      if (message === null || handler === undefined) socket.reportViolation(`the frame ${String(frame).slice(0, 80)}`);
      else handler(message);
    },
  };
}

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

function parseMessage(frame: string | Uint8Array): Message | null {
  return typeof frame === 'string' ? (JSON.parse(frame) as Message) : null;
}

function createError(code: string, message: string, eventId: string | null): object {
  return { type: 'error', error: { type: 'invalid_request_error', code, message, param: null, event_id: eventId } };
}

interface Transcription {
  readonly model?: string;
  readonly language?: string;
  readonly languages?: readonly string[];
}

interface SessionShape {
  readonly audio?: { readonly input?: { readonly transcription?: Transcription } };
}

function parseModel(session: unknown): string {
  return (session as SessionShape).audio?.input?.transcription?.model ?? '';
}

/** Finds settings that the interface does not define, or the model does not have. */
function validateSession(session: unknown): readonly string[] {
  const transcription = (session as SessionShape).audio?.input?.transcription ?? {};
  const { model = '', ...hint } = transcription;
  const expected = {
    type: 'transcription',
    audio: {
      input: { format: { type: 'audio/pcm', rate: RATE }, transcription, turn_detection: null },
    },
  };
  return [
    ...(isDeepStrictEqual(session, expected) ? [] : [`the session ${JSON.stringify(session)}`]),
    ...(model === '' ? ['no model'] : []),
    ...validateHint(hint, TAKES_LANGUAGES.test(model)),
  ];
}

function validateHint({ language, languages, ...rest }: Transcription, takesSeveral: boolean): readonly string[] {
  const unknown = Object.keys(rest).map((name) => `the parameter transcription.${name}`);
  const codes = takesSeveral ? languages : language === undefined ? undefined : [language];
  const misplaced = takesSeveral ? language : languages;
  return [
    ...unknown,
    ...(misplaced === undefined ? [] : ['a language where this model takes none']),
    ...(codes ?? []).filter((code) => !/^[a-z]{2,3}$/u.test(code)).map((code) => `the language ${code}`),
  ];
}
