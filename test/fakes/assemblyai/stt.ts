// Read on 1 December 2026:
// https://www.assemblyai.com/docs/streaming/message-sequence.md,
// https://www.assemblyai.com/docs/streaming/common-session-errors-and-closures.md,
// https://www.assemblyai.com/docs/streaming/turn-detection.md,
// https://assemblyai.com/docs/streaming/updating-configuration-mid-stream, and the client assemblyai 4.41.5.
import { createTextReader, type TextReader } from '../../../src/testing/textAudio.ts';
import { parseObject } from '../../../src/wire/json.ts';
import { decodeSamples, validateAudio } from '../deepgram/frames.ts';
import { createRecogniser, type Segment } from '../deepgram/recogniser.ts';
import type { ClientRequest, FakeConnection, FakeSocket, FakeVendor } from '../kit/fake.ts';
import { findQueryFaults, isUniversal3, valueOf } from './query.ts';

export interface AssemblyAiSttFakeOptions {
  readonly createReader?: ((sampleRate: number) => TextReader) | undefined;
  /** True to answer a ForceEndpoint between turns with a turn without words. @default false */
  readonly answersInVain?: boolean | undefined;
}

/**
 * AssemblyAI's `/v3/ws`. A turn begins with its first word, and ends when it is forced to, or after a silence of
 * `min_turn_silence`. Universal-Streaming models hold back the words that may change from `transcript`, and send the
 * end of a turn again if it is to be formatted. A refusal comes on the open socket.
 */
export function createAssemblyAiSttFake(options: AssemblyAiSttFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => [...findUpgradeFaults(request), ...findQueryFaults(request)],
    refuse: (status) => ({ status }),
    refuseSocket: (socket, status) =>
      fail(socket, ...(REFUSALS[status] ?? [3005, 'Session Cancelled: An error occurred'])),
    connect: (socket, request) => createConnection(socket, request, options),
  };
}

const REFUSALS: Readonly<Record<number, readonly [code: number, message: string]>> = {
  401: [1008, 'Unauthorized Connection: Missing Authorization header'],
  429: [3009, 'Unauthorized Connection: Too many concurrent sessions'],
};

function findUpgradeFaults({ path, headers, query }: ClientRequest): readonly string[] {
  const { authorization: key = '' } = headers;
  return [
    ...(path === '/v3/ws' ? [] : ['the path is /v3/ws']),
    ...(/^\S+$/u.test(key) ? [] : ['Authorization must be the key alone']),
    ...(query.some(([, value]) => value === key) ? ['the key is in the URL'] : []),
  ];
}

function fail(socket: FakeSocket, error_code: number, error: string): void {
  socket.send(JSON.stringify({ type: 'Error', error_code, error }));
  socket.close(error_code, 'See Error message for details');
}

/** The shortest pause that ends a turn, and the pause that is reported before. */
const PAUSE_MS = 200;
const HELD_MS = 120;

function createConnection(
  socket: FakeSocket,
  request: ClientRequest,
  { createReader = createTextReader, answersInVain = false }: AssemblyAiSttFakeOptions,
): FakeConnection {
  const sampleRate = Number(valueOf(request, 'sample_rate'));
  const pro = isUniversal3(request);
  const pauseMs = Math.max(Number(valueOf(request, 'min_turn_silence') ?? 100), PAUSE_MS);
  const formats = valueOf(request, 'format_turns') === 'true';
  const labels = valueOf(request, 'speaker_labels') === 'true' ? { speaker: 'A' } : {};
  const language = valueOf(request, 'language_detection') === 'true' ? { language_code: 'en' } : {};
  const recogniser = createRecogniser(createReader, sampleRate);
  let [reported, order, isHeld, isOver] = ['', 0, false, false];
  const sendTurn = (isEnd: boolean, isFormatted: boolean): void => {
    const { segment } = recogniser;
    const words = createWords(segment, isEnd, labels);
    const finals = words.slice(0, isEnd ? undefined : -1).map(({ text }) => text);
    const turn = { turn_order: order, end_of_turn: isEnd, turn_is_formatted: isFormatted };
    const transcript = pro || isEnd ? segment.text : finals.join(' ');
    const confidence = isEnd ? 1 : Math.min(0.9, recogniser.silenceMs / 300);
    const rest = { utterance: isEnd ? segment.text : '', words, end_of_turn_confidence: confidence };
    const message = { type: 'Turn', ...turn, transcript, ...rest, ...language };
    socket.sendResult(JSON.stringify(message));
  };
  const endTurn = (): void => {
    if (!pro) sendTurn(true, false);
    if (pro || formats) sendTurn(true, true);
    recogniser.startSegment();
    [reported, order, isHeld] = ['', order + 1, false];
  };
  const report = (): void => {
    const { text, end } = recogniser.segment;
    if (text === '') return;
    if (recogniser.silenceMs >= pauseMs) return endTurn();
    const isHolding = recogniser.silenceMs >= HELD_MS && !isHeld;
    if (text === reported && !isHolding) return;
    if (pro && reported === '')
      socket.sendResult(JSON.stringify({ type: 'SpeechStarted', timestamp: Math.round(end * 1000) }));
    [reported, isHeld] = [text, isHolding];
    sendTurn(false, false);
  };
  const processAudio = (bytes: Uint8Array): void => {
    if (!validateAudio(bytes, socket)) return;
    const ms = (bytes.length / 2 / sampleRate) * 1000;
    if (ms < 50 || ms > 1000) {
      socket.reportViolation(`Input duration violation: ${ms} ms. Expected between 50 and 1000 ms`);
      return fail(socket, 3007, `Input duration violation: ${ms} ms. Expected between 50 and 1000 ms`);
    }
    recogniser.push(decodeSamples(bytes));
    report();
  };
  const messages: Readonly<Record<string, () => void>> = {
    ForceEndpoint: () => {
      if (recogniser.segment.text !== '' || answersInVain) endTurn();
    },
    KeepAlive: () => {},
    UpdateConfiguration: () => {},
    Terminate: () => {
      isOver = true;
      if (recogniser.segment.text !== '') endTurn();
      const seconds = Math.round(recogniser.segment.end);
      const totals = { audio_duration_seconds: seconds, session_duration_seconds: seconds };
      socket.send(JSON.stringify({ type: 'Termination', ...totals }));
      socket.close(1000);
    },
  };
  const processText = (frame: string): void => {
    const handle = messages[String(parseObject(frame)?.['type'])];
    if (handle !== undefined) return handle();
    socket.reportViolation(`Invalid Message Type: ${frame}`);
    fail(socket, 3006, `Invalid Message Type: ${frame}`);
  };
  const configuration = { model: valueOf(request, 'speech_model'), mode: 'balanced', api_version: '1.0.0' };
  const id = '00000000-0000-4000-8000-000000000000';
  socket.send(JSON.stringify({ type: 'Begin', id, expires_at: 2_000_000_000, configuration }));
  return {
    onFrame: (frame) => {
      if (isOver) return socket.reportViolation('a frame came after Terminate');
      if (typeof frame === 'string') processText(frame);
      else processAudio(frame);
    },
  };
}

interface FakeWord {
  readonly text: string;
}

/** Creates the words of a turn, each from the time of its first character to that of its last. The last may change. */
function createWords({ end, text, times }: Segment, isEnd: boolean, labels: object): readonly FakeWord[] {
  const found = [...text.matchAll(/\S+/gu)];
  return found.map(({ 0: word, index }, at) => ({
    start: Math.round(1000 * (times[index] ?? end)),
    end: Math.round(1000 * (times[index + word.length - 1] ?? end)),
    confidence: 0.9,
    text: word,
    word_is_final: isEnd || at < found.length - 1,
    ...labels,
  }));
}
