import type { Door, FakeSocket, FakeTalk, FakeVendor } from '../kit/fake.ts';
import { createTextReader } from '../kit/sound.ts';
import type { TextReader } from '../kit/sound.ts';
import { BOOLEAN, refusal, valuesOf, wrongWith } from './door.ts';
import type { Parameters } from './door.ts';
import { isAudio, obey, samplesOf } from './frames.ts';
import type { Messages } from './frames.ts';
import { hearingWith, timedWords } from './hearing.ts';
import type { Segment } from './hearing.ts';

export interface DeepgramSttFakeOptions {
  readonly ear?: ((sampleRate: number) => TextReader) | undefined;
  /** Whether a Finalize is answered where its words were final already. Deepgram does so, or not. @default true */
  readonly answersInVain?: boolean | undefined;
  /** Whether pauses make finals, too. An ear that understands whole sentences only is better served without. @default true */
  readonly endpoints?: boolean | undefined;
}

/**
 * Deepgram's `/v1/listen`. It brings interims as words come in, a final with `speech_final` at each pause of
 * `endpointing`, and the rest at Finalize.
 */
export function deepgramSttFake(options: DeepgramSttFakeOptions = {}): FakeVendor {
  return {
    judge: (door) => [...wrongWith(door, '/v1/listen', PARAMETERS), ...wrongTogether(door)],
    refuse: refusal,
    talk: (socket, door) => listen(socket, door, options),
  };
}

const WHOLE = /^\d+$/u;

const PARAMETERS: Parameters = {
  model: { lawful: /^(?:nova-[23]|nova|enhanced|base)(?:-[a-z]+)?$/u, needed: true },
  language: { lawful: /^(?:multi|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/u },
  encoding: { lawful: /^linear16$/u, needed: true },
  sample_rate: { lawful: /^(?:8000|11025|16000|22050|24000|32000|44100|48000)$/u, needed: true },
  channels: { lawful: /^1$/u, needed: true },
  interim_results: { lawful: BOOLEAN },
  punctuate: { lawful: BOOLEAN },
  smart_format: { lawful: BOOLEAN },
  endpointing: { lawful: /^(?:false|[1-9]\d*)$/u },
  profanity_filter: { lawful: BOOLEAN },
  vad_events: { lawful: BOOLEAN },
  utterance_end_ms: { lawful: WHOLE },
  keyterm: { lawful: /^[^:]+$/u, many: true },
  keywords: { lawful: /^[^\s:]+:-?\d+(?:\.\d+)?$/u, many: true },
  no_delay: { lawful: BOOLEAN },
  filler_words: { lawful: BOOLEAN },
  numerals: { lawful: BOOLEAN },
  redact: { lawful: /^[a-z_]+$/u, many: true },
  mip_opt_out: { lawful: BOOLEAN },
  tag: { lawful: /./u, many: true },
};

function wrongTogether({ query }: Door): readonly string[] {
  const isNova3 = first(query, 'model', '').startsWith('nova-3');
  const [keyterms, keywords] = [valuesOf(query, 'keyterm'), valuesOf(query, 'keywords')];
  return [
    ...(isNova3 && keywords.length > 0 ? ['Keywords are not supported for Nova-3. Please use `keyterm` instead.'] : []),
    ...(!isNova3 && keyterms.length > 0 ? ['keyterm is for Nova-3'] : []),
    ...(first(query, 'no_delay', '') !== '' && first(query, 'smart_format', '') !== 'true'
      ? ['no_delay goes with smart_format']
      : []),
  ];
}

function first(query: Door['query'], name: string, otherwise: string): string {
  return valuesOf(query, name)[0] ?? otherwise;
}

interface Mark {
  readonly is_final: boolean;
  readonly speech_final: boolean;
  readonly from_finalize?: true;
}

function listen(socket: FakeSocket, { query }: Door, options: DeepgramSttFakeOptions): FakeTalk {
  const { ear = createTextReader, answersInVain = true, endpoints = true } = options;
  const hearing = hearingWith(ear, Number(first(query, 'sample_rate', '')));
  const endpointing = first(query, 'endpointing', '10');
  const pauseMs = !endpoints || endpointing === 'false' ? Infinity : Number(endpointing);
  const interims = first(query, 'interim_results', 'false') === 'true';
  let [told, isClosing] = ['', false];
  const say = (segment: Segment, mark: Mark): void => socket.result(resultsOf(segment, mark));
  const settle = (mark: Omit<Mark, 'is_final'>): void => {
    say(hearing.segment, { is_final: true, ...mark });
    hearing.cut();
    told = '';
  };
  const guess = (): void => {
    const segment = { ...hearing.segment, text: wholeWords(hearing.segment.text) };
    if (segment.text === told) return;
    told = segment.text;
    say(segment, { is_final: false, speech_final: false });
  };
  const hear = (bytes: Uint8Array): void => {
    if (isClosing) socket.fault('audio came after CloseStream');
    if (!isAudio(bytes, socket)) return;
    hearing.push(samplesOf(bytes));
    const { text } = hearing.segment;
    if (text !== '' && hearing.silenceMs >= pauseMs) settle({ speech_final: true });
    else if (interims) guess();
  };
  const answers: Messages = {
    KeepAlive: () => {},
    Finalize: () => {
      if (answersInVain || hearing.segment.text !== '') settle({ speech_final: false, from_finalize: true });
    },
    CloseStream: () => {
      isClosing = true;
      if (hearing.segment.text !== '') settle({ speech_final: false });
      socket.send(metadataOf(hearing.segment.end));
      socket.close(1000);
    },
  };
  return {
    received: (frame) => {
      if (typeof frame !== 'string') return hear(frame);
      obey(frame, answers, socket);
    },
  };
}

/** A word is whole when the next has begun. */
function wholeWords(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf(' '), 0));
}

function resultsOf(segment: Segment, mark: Mark): string {
  const { start, end, text } = segment;
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    duration: end - start,
    start,
    ...mark,
    channel: { alternatives: [{ transcript: text, confidence: 0.9, words: timedWords(segment) }] },
    metadata: { request_id: 'r', model_info: { name: 'fake', version: '1', arch: 'fake' }, model_uuid: 'm' },
  });
}

function metadataOf(duration: number): string {
  return JSON.stringify({
    type: 'Metadata',
    transaction_key: 'deprecated',
    request_id: 'r',
    sha256: '',
    created: '2026-11-21T00:00:00.000Z',
    duration,
    channels: 1,
  });
}
