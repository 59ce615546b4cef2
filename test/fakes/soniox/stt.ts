// Read on 1 December 2026:
// https://soniox.com/docs/api-reference/stt/websocket-api, https://soniox.com/docs/guides/websocket-authentication,
// https://soniox.com/docs/stt/rt/manual-finalization, …/endpoint-detection, …/connection-keepalive, …/error-handling,
// https://soniox.com/docs/api-reference/errors, and the client @soniox/node 2.3.0.
import { createTextReader, type TextReader } from '../../../src/testing/textAudio.ts';
import { parseObject } from '../../../src/wire/json.ts';
import { createRecogniser } from '../deepgram/recogniser.ts';
import { decodeSamples, validateAudio } from '../deepgram/frames.ts';
import type { ClientRequest, FakeConnection, FakeSocket, FakeVendor } from '../kit/fake.ts';
import { findStartFaults } from './startMessage.ts';
import { createTokens } from './tokens.ts';

export interface SonioxSttFakeOptions {
  readonly createReader?: ((sampleRate: number) => TextReader) | undefined;
  /** True if words become final as soon as two others follow. A reader of whole sentences needs false. @default true */
  readonly finalizesEarly?: boolean | undefined;
  /** True for a key in the start message, which the vendor's client sends and Soniox accepts until 15 January 2027. */
  readonly takesKeyInStart?: boolean | undefined;
}

/**
 * Soniox's real-time recogniser. It sends words in tokens, first those that will not change, then those that may, and
 * its progress every 0.25 s. `finalize` is answered with the remaining tokens and `<fin>`. With endpoint detection, a
 * pause is answered with the remaining tokens and `<end>`. A refusal comes on the open socket.
 */
export function createSonioxSttFake(options: SonioxSttFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => findUpgradeFaults(request, options.takesKeyInStart === true),
    refuse: (status) => ({ status, body: JSON.stringify(createError(status)) }),
    refuseSocket: (socket, status) => {
      socket.send(JSON.stringify(createError(status)));
      socket.close(1000);
    },
    connect: (socket, request) => createConnection(socket, findKey(request) !== undefined, options),
  };
}

function findKey({ headers }: ClientRequest): string | undefined {
  return /^Bearer (\S+)$/u.exec(headers['authorization'] ?? '')?.[1];
}

function findUpgradeFaults(request: ClientRequest, takesKeyInStart: boolean): readonly string[] {
  const key = findKey(request);
  return [
    ...(request.path === '/transcribe-websocket' ? [] : ['the path is /transcribe-websocket']),
    ...(key === undefined && !takesKeyInStart ? ['Authorization must be `Bearer <key>`'] : []),
    ...request.query.map(([name]) => `there is no parameter ${name}`),
  ];
}

const ERRORS: Readonly<Record<number, readonly [type: string, message: string]>> = {
  400: ['invalid_request', 'Invalid request.'],
  401: ['unauthenticated', 'Incorrect API key provided.'],
  429: ['limit_exceeded', 'Maximum number of concurrent requests reached.'],
};

function createError(status: number, what?: string): object {
  const [error_type, error_message] = ERRORS[status] ?? ['internal_error', 'Something went wrong.'];
  const request_id = '00000000-0000-4000-8000-000000000000';
  return { tokens: [], error_code: status, error_type, error_message: what ?? error_message, request_id };
}

/** The pause after which an endpoint is found. */
const PAUSE_MS = 200;
const PROGRESS_S = 0.25;

function createConnection(
  socket: FakeSocket,
  knowsKey: boolean,
  { createReader = createTextReader, finalizesEarly = true }: SonioxSttFakeOptions,
): FakeConnection {
  let stream: { onFrame: (frame: string | Uint8Array) => void } | null = null;
  const start = (frame: string | Uint8Array): void => {
    const faults = findStartFaults(frame, knowsKey);
    for (const fault of faults) socket.reportViolation(fault);
    if (faults.length === 0) stream = createStream(socket, parseObject(frame) ?? {}, { createReader, finalizesEarly });
    else {
      socket.send(JSON.stringify(createError(400, faults.join('; '))));
      socket.close(1000);
    }
  };
  return { onFrame: (frame) => (stream === null ? start(frame) : stream.onFrame(frame)) };
}

function createStream(
  socket: FakeSocket,
  config: Readonly<Record<string, unknown>>,
  {
    createReader,
    finalizesEarly,
  }: Required<Pick<SonioxSttFakeOptions, 'finalizesEarly'>> & {
    readonly createReader: (sampleRate: number) => TextReader;
  },
): { onFrame: (frame: string | Uint8Array) => void } {
  const recogniser = createRecogniser(createReader, Number(config['sample_rate']));
  const fields = {
    ...(config['enable_language_identification'] === true && { language: 'en' }),
    ...(config['enable_speaker_diarization'] === true && { speaker: '1' }),
  };
  const hasEndpoints = config['enable_endpoint_detection'] === true;
  let [finalChars, reported, reportedS, isOver] = [0, '', 0, false];
  const respond = (tokens: readonly object[], more: object = {}): void => {
    const { end } = recogniser.segment;
    reportedS = end;
    const progress = { final_audio_proc_ms: Math.round(end * 1000), total_audio_proc_ms: Math.round(end * 1000) };
    const message = JSON.stringify({ tokens, ...progress, ...more });
    if (tokens.length > 0) socket.sendResult(message);
    else socket.send(message);
  };
  /** Sends the rest as final tokens, and a marker behind them. */
  const finalize = (marker: readonly string[], more?: object): void => {
    const rest = createTokens(recogniser.segment, finalChars, true, fields);
    respond([...rest, ...marker.map((text) => ({ text, is_final: true }))], more);
    recogniser.startSegment();
    [finalChars, reported] = [0, ''];
  };
  const report = (): void => {
    const { segment } = recogniser;
    if (segment.text === reported && segment.end - reportedS < PROGRESS_S) return;
    const until = finalizesEarly ? Math.max(finalChars, findStableEnd(segment.text)) : finalChars;
    const finals = createTokens({ ...segment, text: segment.text.slice(0, until) }, finalChars, true, fields);
    [finalChars, reported] = [until, segment.text];
    respond([...finals, ...createTokens(segment, until, false, fields)]);
  };
  const processAudio = (bytes: Uint8Array): void => {
    if (!validateAudio(bytes, socket)) return;
    recogniser.push(decodeSamples(bytes));
    if (hasEndpoints && recogniser.segment.text !== '' && recogniser.silenceMs >= PAUSE_MS) finalize(['<end>']);
    else report();
  };
  const processText = (frame: string): void => {
    const { type, trailing_silence_ms: silence = 0, ...rest } = parseObject(frame) ?? { type: frame };
    const isKnown = type === 'finalize' || (type === 'keepalive' && silence === 0);
    if (!isKnown || typeof silence !== 'number' || Object.keys(rest).length > 0)
      socket.reportViolation(`there is no message ${frame}`);
    else if (type === 'finalize') finalize(['<fin>']);
  };
  const onFrame = (frame: string | Uint8Array): void => {
    if (isOver) return socket.reportViolation('a frame came after the end of the stream');
    if (frame.length === 0) {
      isOver = true;
      finalize([], { finished: true });
      return socket.close(1000);
    }
    if (typeof frame === 'string') processText(frame);
    else processAudio(frame);
  };
  return { onFrame };
}

/** The end of the words that two others follow. */
function findStableEnd(text: string): number {
  const last = text.lastIndexOf(' ');
  return last < 0 ? 0 : Math.max(text.lastIndexOf(' ', last - 1), 0);
}
