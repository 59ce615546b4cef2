import type { ClientRequest, FakeSocket, FakeConnection, FakeVendor } from '../kit/fake.ts';
import { createTextReader, type TextReader } from '../../../src/testing/textAudio.ts';
import { BOOLEAN, createRefusal, valuesOf, validateUpgrade, type Parameters } from './parameters.ts';
import { validateAudio, handleMessage, decodeSamples, type MessageHandlers } from './frames.ts';
import { createRecogniser, createWords, type Segment } from './recogniser.ts';

export interface DeepgramSttFakeOptions {
  readonly createReader?: ((sampleRate: number) => TextReader) | undefined;
  /** True to answer a Finalize whose words are final already. Deepgram does so, or not. @default true */
  readonly answersEmptyFinalize?: boolean | undefined;
  /** True if pauses create finals, too. A reader that understands only whole sentences needs false. @default true */
  readonly endpoints?: boolean | undefined;
}

/**
 * Deepgram's `/v1/listen`. It sends interims as words come in, a final with `speech_final` at each pause of
 * `endpointing`, and the rest at Finalize.
 */
export function createDeepgramSttFake(options: DeepgramSttFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => [...validateUpgrade(request, '/v1/listen', PARAMETERS), ...validateCombination(request)],
    refuse: createRefusal,
    connect: (socket, request) => createConnection(socket, request, options),
  };
}

const WHOLE = /^\d+$/u;

const PARAMETERS: Parameters = {
  model: { pattern: /^(?:nova-[23]|nova|enhanced|base)(?:-[a-z]+)?$/u, isRequired: true },
  language: { pattern: /^(?:multi|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/u },
  encoding: { pattern: /^linear16$/u, isRequired: true },
  sample_rate: { pattern: /^(?:8000|11025|16000|22050|24000|32000|44100|48000)$/u, isRequired: true },
  channels: { pattern: /^1$/u, isRequired: true },
  interim_results: { pattern: BOOLEAN },
  punctuate: { pattern: BOOLEAN },
  smart_format: { pattern: BOOLEAN },
  endpointing: { pattern: /^(?:false|[1-9]\d*)$/u },
  profanity_filter: { pattern: BOOLEAN },
  vad_events: { pattern: BOOLEAN },
  utterance_end_ms: { pattern: WHOLE },
  keyterm: { pattern: /^[^:]+$/u, isRepeatable: true },
  keywords: { pattern: /^[^\s:]+:-?\d+(?:\.\d+)?$/u, isRepeatable: true },
  no_delay: { pattern: BOOLEAN },
  filler_words: { pattern: BOOLEAN },
  numerals: { pattern: BOOLEAN },
  redact: { pattern: /^[a-z_]+$/u, isRepeatable: true },
  mip_opt_out: { pattern: BOOLEAN },
  tag: { pattern: /./u, isRepeatable: true },
};

function validateCombination({ query }: ClientRequest): readonly string[] {
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

function first(query: ClientRequest['query'], name: string, otherwise: string): string {
  return valuesOf(query, name)[0] ?? otherwise;
}

interface ResultFlags {
  readonly is_final: boolean;
  readonly speech_final: boolean;
  readonly from_finalize?: true;
}

function createConnection(
  socket: FakeSocket,
  { query }: ClientRequest,
  options: DeepgramSttFakeOptions,
): FakeConnection {
  const { createReader = createTextReader, answersEmptyFinalize = true, endpoints = true } = options;
  const recogniser = createRecogniser(createReader, Number(first(query, 'sample_rate', '')));
  const endpointing = first(query, 'endpointing', '10');
  const pauseMs = !endpoints || endpointing === 'false' ? Infinity : Number(endpointing);
  const interims = first(query, 'interim_results', 'false') === 'true';
  let [reported, isClosing] = ['', false];
  const sendResults = (segment: Segment, mark: ResultFlags): void => socket.sendResult(createResults(segment, mark));
  const sendFinal = (mark: Omit<ResultFlags, 'is_final'>): void => {
    sendResults(recogniser.segment, { is_final: true, ...mark });
    recogniser.startSegment();
    reported = '';
  };
  const sendInterim = (): void => {
    const segment = { ...recogniser.segment, text: wholeWords(recogniser.segment.text) };
    if (segment.text === reported) return;
    reported = segment.text;
    sendResults(segment, { is_final: false, speech_final: false });
  };
  const process = (bytes: Uint8Array): void => {
    if (isClosing) socket.reportViolation('audio came after CloseStream');
    if (!validateAudio(bytes, socket)) return;
    recogniser.push(decodeSamples(bytes));
    const { text } = recogniser.segment;
    if (text !== '' && recogniser.silenceMs >= pauseMs) sendFinal({ speech_final: true });
    else if (interims) sendInterim();
  };
  const answers: MessageHandlers = {
    KeepAlive: () => {},
    Finalize: () => {
      if (answersEmptyFinalize || recogniser.segment.text !== '')
        sendFinal({ speech_final: false, from_finalize: true });
    },
    CloseStream: () => {
      isClosing = true;
      if (recogniser.segment.text !== '') sendFinal({ speech_final: false });
      socket.send(createMetadata(recogniser.segment.end));
      socket.close(1000);
    },
  };
  return {
    onFrame: (frame) => {
      if (typeof frame !== 'string') return process(frame);
      handleMessage(frame, answers, socket);
    },
  };
}

/** Returns the whole words: those that another follows. */
function wholeWords(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf(' '), 0));
}

function createResults(segment: Segment, mark: ResultFlags): string {
  const { start, end, text } = segment;
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    duration: end - start,
    start,
    ...mark,
    channel: { alternatives: [{ transcript: text, confidence: 0.9, words: createWords(segment) }] },
    metadata: { request_id: 'r', model_info: { name: 'fake', version: '1', arch: 'fake' }, model_uuid: 'm' },
  });
}

function createMetadata(duration: number): string {
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
