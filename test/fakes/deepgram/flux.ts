import type { ClientRequest, FakeSocket, FakeConnection, FakeVendor } from '../kit/fake.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';
import { BOOLEAN, createRefusal, valuesOf, validateUpgrade, type Parameters } from './parameters.ts';
import { validateAudio, handleMessage, decodeSamples, type MessageHandlers } from './frames.ts';
import { createRecogniser, createWords } from './recogniser.ts';
import type { DeepgramSttFakeOptions } from './stt.ts';

/**
 * Deepgram's `/v2/listen`. A turn begins with its first word, and ends when it is forced to, or, with an `eot_threshold`
 * below 1, after a pause; otherwise nothing ends. Every 0.25 s it reports the turn as it is, or that there is none.
 */
export function createDeepgramFluxFake({
  createReader = createTextReader,
}: Pick<DeepgramSttFakeOptions, 'createReader'> = {}): FakeVendor {
  return {
    validate: (request) => validateUpgrade(request, '/v2/listen', PARAMETERS),
    refuse: createRefusal,
    connect: (socket, request) => createConnection(socket, request, createReader),
  };
}

const PARAMETERS: Parameters = {
  model: { pattern: /^flux-general-(?:en|multi)$/u, isRequired: true },
  encoding: { pattern: /^linear16$/u, isRequired: true },
  sample_rate: { pattern: /^(?:8000|16000|24000|44100|48000)$/u, isRequired: true },
  eager_eot_threshold: { pattern: /^0\.[3-9]\d*$/u },
  eot_threshold: { pattern: /^(?:0\.[5-9]\d*|1)$/u },
  eot_timeout_ms: { pattern: /^(?:[5-9]\d\d|[1-9]\d{3}|[1-5]\d{4}|60000)$/u },
  keyterm: { pattern: /^[^:]+$/u, isRepeatable: true },
  language_hint: { pattern: /^[a-z]{2,3}$/u, isRepeatable: true },
  profanity_filter: { pattern: BOOLEAN },
  numerals: { pattern: BOOLEAN },
  redact: { pattern: /^(?:aggressive_)?numbers$/u, isRepeatable: true },
  mip_opt_out: { pattern: BOOLEAN },
  tag: { pattern: /./u, isRepeatable: true },
};

/** The pauses after which a turn may be over, and is over, if the threshold lets the model decide. */
const EAGER_MS = 120;
const PAUSE_MS = 200;
const UPDATE_S = 0.25;

function createConnection(
  socket: FakeSocket,
  { query }: ClientRequest,
  createReader: NonNullable<DeepgramSttFakeOptions['createReader']>,
): FakeConnection {
  const recogniser = createRecogniser(createReader, Number(valuesOf(query, 'sample_rate')[0]));
  const ends = Number(valuesOf(query, 'eot_threshold')[0] ?? 0.7) < 1;
  const isEager = valuesOf(query, 'eager_eot_threshold').length > 0;
  let [reported, turn, sequence, isClosing, reportedAt, early] = ['', 0, 0, false, 0, false];
  const message = (fields: object): string => JSON.stringify({ request_id: 'r', sequence_id: sequence++, ...fields });
  const report = (event: string, fields: object = {}): void => {
    const { start, end, text } = recogniser.segment;
    const window = { audio_window_start: start, audio_window_end: end };
    const words = createWords(recogniser.segment);
    const confidence = Math.min(0.9, recogniser.silenceMs / 300);
    const result = { transcript: text, words, end_of_turn_confidence: confidence };
    socket.sendResult(message({ type: 'TurnInfo', event, turn_index: turn, ...window, ...result, ...fields }));
    [reported, reportedAt] = [text, end];
  };
  const endTurn = (trigger: string): void => {
    report('EndOfTurn', { trigger });
    recogniser.startSegment();
    [reported, turn, early] = ['', turn + 1, false];
  };
  const process = (bytes: Uint8Array): void => {
    if (isClosing) socket.reportViolation('audio came after CloseStream');
    if (!validateAudio(bytes, socket)) return;
    const before = reported;
    recogniser.push(decodeSamples(bytes));
    if (recogniser.segment.text !== before) {
      report(early ? 'TurnResumed' : before === '' ? 'StartOfTurn' : 'Update');
      early = false;
    } else if (before === '' || !pause()) update();
  };
  const update = (): void => {
    if (recogniser.segment.end - reportedAt >= UPDATE_S) report('Update');
  };
  /** Returns whether the pause ends the turn, or may end it. */
  const pause = (): boolean => {
    const isOver = ends && recogniser.silenceMs >= PAUSE_MS;
    const isEarly = isEager && !early && recogniser.silenceMs >= EAGER_MS;
    if (isOver) endTurn('model');
    else if (isEarly) {
      report('EagerEndOfTurn');
      early = true;
    }
    return isOver || isEarly;
  };
  const messages: MessageHandlers = {
    ForceEndTurn: () => {
      if (reported !== '') endTurn('manual');
    },
    CloseStream: () => {
      isClosing = true;
      socket.close(1000);
    },
  };
  socket.send(message({ type: 'Connected' }));
  return { onFrame: (frame) => (typeof frame === 'string' ? handleMessage(frame, messages, socket) : process(frame)) };
}
