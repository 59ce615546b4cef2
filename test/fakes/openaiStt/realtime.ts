import { isDeepStrictEqual } from 'node:util';
import type { FakeSocket, FakeTalk } from '../kit/fake.ts';
import type { TextReader } from '../kit/sound.ts';
import { speechBuffer } from './speechBuffer.ts';
import type { SpeechBuffer } from './speechBuffer.ts';

export interface RealtimeOptions {
  readonly ear: (sampleRate: number) => TextReader;
  readonly expiresAt: number;
  readonly swaps: boolean;
}

const RATE = 24_000;
const LEAST_MS = 100;
const WRITES_ALONG = /^gpt-(?:live-transcribe|realtime-whisper)/u;
const TAKES_SEVERAL = /^gpt-(?:live-)?transcribe/u;

interface Message {
  readonly type: string;
  readonly event_id?: string;
  readonly audio?: string;
  readonly session?: unknown;
}

/** One transcription session. */
export function realtimeTalk(socket: FakeSocket, options: RealtimeOptions): FakeTalk {
  let model: string | null = null;
  let items = 0;
  let previous: string | null = null;
  let buffer: SpeechBuffer = speechBuffer(options.ear(RATE), RATE);
  let kept: string | null = null;

  const say = (event: object): void => socket.send(JSON.stringify(event));
  const itemId = (): string => `item_${items}`;
  const next = (): void => {
    items += 1;
    buffer = speechBuffer(options.ear(RATE), RATE);
  };
  const write = (): void => {
    const delta = buffer.news();
    if (delta !== '') say({ type: `${TRANSCRIPTION}.delta`, item_id: itemId(), content_index: 0, delta });
  };
  const complete = (event: string): void => {
    const swapped = options.swaps && items < 2;
    if (swapped && kept === null) kept = event;
    else for (const one of swapped && kept !== null ? [event, kept] : [event]) socket.result(one);
  };

  const receive: Readonly<Record<string, (message: Message) => void>> = {
    'session.update': ({ session }) => {
      const faults = judgeSession(session);
      for (const fault of faults) socket.fault(fault);
      if (faults.length > 0) return say(refusal('unknown_parameter', 'Unknown parameter.', null));
      model = modelIn(session);
      say({ type: 'session.updated', session: { object: 'realtime.transcription_session', ...(session as object) } });
    },
    'input_audio_buffer.append': ({ audio = '' }) => {
      if (model === null) socket.fault('audio before the session was set up');
      const bytes = Buffer.from(audio, 'base64');
      if (bytes.toString('base64') !== audio) socket.fault('audio that is not base64');
      if (bytes.length % 2 !== 0) socket.fault('half a sample');
      buffer.take(new Int16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1));
      if (model !== null && WRITES_ALONG.test(model)) write();
    },
    'input_audio_buffer.commit': ({ event_id = null }) => {
      if (buffer.ms() < LEAST_MS) {
        socket.fault(`a commit of ${buffer.ms()} ms`);
        return say(refusal('input_audio_buffer_commit_empty', 'Error committing: buffer too small.', event_id));
      }
      say({ type: 'input_audio_buffer.committed', item_id: itemId(), previous_item_id: previous });
      say({ type: 'conversation.item.added', item: { id: itemId() } });
      write();
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
    received: (frame) => {
      const message = messageIn(frame);
      const handler = message === null ? undefined : receive[message.type];
      if (message === null || handler === undefined) socket.fault(`the frame ${String(frame).slice(0, 80)}`);
      else handler(message);
    },
  };
}

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

function messageIn(frame: string | Uint8Array): Message | null {
  return typeof frame === 'string' ? (JSON.parse(frame) as Message) : null;
}

function refusal(code: string, message: string, eventId: string | null): object {
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

function modelIn(session: unknown): string {
  return (session as SessionShape).audio?.input?.transcription?.model ?? '';
}

/** Anything that the interface does not define, or that the model does not know, is a fault. */
function judgeSession(session: unknown): readonly string[] {
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
    ...judgeHint(hint, TAKES_SEVERAL.test(model)),
  ];
}

function judgeHint({ language, languages, ...rest }: Transcription, takesSeveral: boolean): readonly string[] {
  const unknown = Object.keys(rest).map((name) => `the parameter transcription.${name}`);
  const codes = takesSeveral ? languages : language === undefined ? undefined : [language];
  const misplaced = takesSeveral ? language : languages;
  return [
    ...unknown,
    ...(misplaced === undefined ? [] : ['a language where this model takes none']),
    ...(codes ?? []).filter((code) => !/^[a-z]{2,3}$/u.test(code)).map((code) => `the language ${code}`),
  ];
}
