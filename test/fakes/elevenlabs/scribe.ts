// Read on 2026-12-01: https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime,
// https://elevenlabs.io/docs/eleven-api/guides/how-to/speech-to-text/realtime/event-reference and
// …/realtime/transcripts-and-commit-strategies, and @elevenlabs/elevenlabs-js 2.73.0 (wrapper/realtime).
// The least audio of a commit: https://github.com/elevenlabs/packages/issues/378.
import { createTextReader, type TextReader } from '../../../src/testing/textAudio.ts';
import { createRecogniser, type Segment } from '../deepgram/recogniser.ts';
import { valuesOf } from '../deepgram/parameters.ts';
import type { ClientRequest, FakeConnection, FakeReply, FakeSocket, FakeVendor } from '../kit/fake.ts';
import { validateChunk, type Chunk } from './scribeChunk.ts';
import { validateScribeQuery } from './scribeQuery.ts';

export interface ScribeFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  readonly createReader?: ((sampleRate: number) => TextReader) | undefined;
  /** True to send a text with timestamps before the one without. @default false */
  readonly swaps?: boolean;
  /** Number of texts that lack their second message, with timestamps. @default 0 */
  readonly untimed?: number;
  /** Audio after which it commits by itself, in ms. @default 90_000 */
  readonly autoCommitMs?: number;
}

const MIN_COMMIT_MS = 300;

/** ElevenLabs' `/v1/speech-to-text/realtime`, which recognises what it is told to commit. */
export function createScribeFake(options: ScribeFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => validateUpgrade(request, options.key ?? 'fake-key'),
    refuse,
    connect: (socket, { query }) => createConnection(socket, query, options),
  };
}

function validateUpgrade({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  return [
    ...(kind === 'upgrade' && path === '/v1/speech-to-text/realtime' ? [] : [`${kind} ${path}`]),
    ...(headers['xi-api-key'] === key ? [] : ['no key in xi-api-key']),
    ...(query.some(([, value]) => value.includes(key)) ? ['a key in the address'] : []),
    ...validateScribeQuery(query),
  ];
}

function createConnection(
  socket: FakeSocket,
  query: ClientRequest['query'],
  { createReader = createTextReader, swaps = false, untimed = 0, autoCommitMs = 90_000 }: ScribeFakeOptions,
): FakeConnection {
  const sampleRate = Number(valuesOf(query, 'audio_format')[0]?.split('_')[1]);
  const recogniser = createRecogniser(createReader, sampleRate);
  const isOn = (name: string): boolean => valuesOf(query, name)[0] === 'true';
  const [words, language] = [isOn('include_timestamps'), isOn('include_language_detection')];
  let [chunks, partial, texts, isOver] = [0, '', 0, false];

  const uncommittedMs = (): number => (recogniser.segment.end - recogniser.segment.start) * 1000;
  const sendPartial = (): void => {
    const { text } = recogniser.segment;
    if (text === partial) return;
    partial = text;
    socket.send(JSON.stringify({ message_type: 'partial_transcript', text }));
  };
  const commit = (): void => {
    const { segment } = recogniser;
    recogniser.startSegment();
    [partial, texts] = ['', texts + 1];
    const plain = JSON.stringify({ message_type: 'committed_transcript', text: segment.text });
    const messages = (words || language) && texts > untimed ? [plain, createTimed(segment, words)] : [plain];
    for (const message of swaps ? messages.toReversed() : messages) socket.sendResult(message);
  };
  const throttle = (): void => {
    const seconds = (uncommittedMs() / 1000).toFixed(2);
    const error = `Commit request ignored: only ${seconds}s of uncommitted audio. You need at least 0.3s of uncommitted audio before committing.`;
    socket.reportViolation(error);
    socket.send(JSON.stringify({ message_type: 'commit_throttled', error }));
  };
  const refuseChunk = (faults: readonly string[]): void => {
    isOver = true;
    for (const fault of faults) socket.reportViolation(fault);
    socket.send(JSON.stringify({ message_type: 'input_error', error: faults.join('; ') }));
    socket.close(1008);
  };

  socket.send(JSON.stringify(createGreeting(query, sampleRate)));
  return {
    onFrame: (frame) => {
      if (isOver) return;
      const chunk = typeof frame === 'string' ? (JSON.parse(frame) as Chunk) : {};
      const faults = validateChunk(chunk, sampleRate, chunks === 0);
      if (faults.length > 0) return refuseChunk(faults);
      chunks += 1;
      const bytes = new Uint8Array(Buffer.from(chunk.audio_base_64 ?? '', 'base64'));
      recogniser.push(new Int16Array(bytes.buffer));
      if (uncommittedMs() >= autoCommitMs) commit();
      if (chunk.commit !== true) return sendPartial();
      return uncommittedMs() < MIN_COMMIT_MS ? throttle() : commit();
    },
  };
}

function createGreeting(query: ClientRequest['query'], sample_rate: number): object {
  const [model_id, audio_format, commit_strategy] = ['model_id', 'audio_format', 'commit_strategy'].map(
    (name) => valuesOf(query, name)[0],
  );
  return {
    message_type: 'session_started',
    session_id: '0b0a72b57fd743ebbed6555d44836cf2',
    config: { sample_rate, audio_format, model_id, commit_strategy, keyterms: valuesOf(query, 'keyterms') },
  };
}

function createTimed(segment: Segment, withWords: boolean): string {
  const { text } = segment;
  return JSON.stringify({
    message_type: 'committed_transcript_with_timestamps',
    text,
    language_code: 'eng',
    words: withWords ? createWords(segment) : null,
  });
}

/** Creates the words of a segment and the spaces between them. */
function createWords({ end, text, times }: Segment): readonly object[] {
  return [...text.matchAll(/\S+|\s+/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: times[index] ?? end,
    end: times[index + word.length - 1] ?? end,
    type: word.trim() === '' ? 'spacing' : 'word',
    speaker_id: null,
    logprob: -0.1,
    characters: null,
  }));
}

function refuse(status: number): FakeReply {
  const detail =
    status === 401
      ? { status: 'invalid_api_key', message: 'Invalid API key' }
      : { status: 'too_many_concurrent_requests', message: 'Too many concurrent requests' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ detail }) };
}
