import { encodeMulaw } from '../../../src/wire/audio/g711.ts';
import type { FakeConnection, FakeSocket } from '../kit/fake.ts';

export interface SynthesisOptions {
  readonly synthesize: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  /** The parameters of the connection. */
  readonly query: ReadonlyMap<string, string>;
}

/** Text that is to be spoken, and the latest context when that was requested. */
interface Synthesis {
  readonly text: string;
  readonly contextId: string | null;
  state: 'queued' | 'speaking' | 'cleared';
}

const MAX_CHARS = 1000;
const TIMED_LANGUAGES = ['en', 'eng', 'es', 'spa'];
const OPERATIONS: readonly unknown[] = ['clear', 'flush', 'eos'];

/** A connection with `segment=never`: text is collected until a flush, and each flush has one `done`. */
export function createSynthesisConnection(socket: FakeSocket, { synthesize, query }: SynthesisOptions): FakeConnection {
  const rate = Number(query.get('samplingRate'));
  const isTimed = TIMED_LANGUAGES.includes(query.get('lang') ?? 'eng');
  const encode = (samples: Int16Array): Uint8Array =>
    query.get('audioFormat') === 'mulaw' ? encodeMulaw(samples) : new Uint8Array(samples.slice().buffer);
  let [buffer, contextId] = ['', null as string | null];
  let queue: readonly Synthesis[] = [];
  let work: Promise<void> = Promise.resolve();
  const say = (type: string, fields: object): void => socket.send(JSON.stringify({ type, ...fields }));
  const chunk = (bytes: Uint8Array, of: Synthesis): string =>
    JSON.stringify({ type: 'chunk', data: Buffer.from(bytes).toString('base64'), contextId: of.contextId });

  const speak = async (synthesis: Synthesis): Promise<void> => {
    if (synthesis.state === 'cleared') return;
    synthesis.state = 'speaking';
    const samples = await synthesize(synthesis.text, rate);
    if (isTimed && synthesis.text.trim() !== '') say('timestamps', createTimestamps(synthesis, samples.length / rate));
    if (samples.length > 0) socket.sendResult(encode(samples), (bytes) => chunk(bytes, synthesis));
    say('done', { contextId: synthesis.contextId });
    queue = queue.filter((other) => other !== synthesis);
  };
  const flush = (): void => {
    const synthesis: Synthesis = { text: buffer, contextId, state: 'queued' };
    buffer = '';
    queue = [...queue, synthesis];
    work = work.then(() => speak(synthesis));
  };
  /** Drops what waits. What is being spoken still comes. */
  const clear = (): void => {
    buffer = '';
    for (const synthesis of queue) if (synthesis.state === 'queued') synthesis.state = 'cleared';
    socket.send(chunk(Buffer.alloc(960, 1), { text: '', contextId, state: 'cleared' }));
  };
  const addText = (text: string, context: string | null): void => {
    if (buffer !== '' && context !== contextId)
      socket.reportViolation(`${context} begins before the flush of ${contextId}`);
    [buffer, contextId] = [buffer + text, context];
    if (buffer.length <= MAX_CHARS) return;
    socket.reportViolation(`a text of ${buffer.length} characters`);
    socket.close(1011, '400: text is too long');
  };
  const operate = (operation: unknown): void => {
    if (operation === 'clear') return clear();
    if (operation === 'flush' && buffer === '') socket.reportViolation('a flush of nothing');
    flush();
    if (operation === 'eos') work = work.then(() => socket.close(1000));
  };
  return {
    onFrame: (frame) => {
      const message = parse(frame);
      const fault = validateMessage(message);
      if (message === null || fault !== null) {
        socket.reportViolation(fault ?? '');
        return say('error', { message: fault });
      }
      if ('operation' in message) operate(message['operation']);
      else addText(String(message['text']), (message['contextId'] as string | undefined) ?? null);
    },
  };
}

type Message = Readonly<Record<string, unknown>>;

function parse(frame: string | Uint8Array): Message | null {
  try {
    return typeof frame === 'string' ? (JSON.parse(frame) as Message) : null;
  } catch {
    return null;
  }
}

/** Finds the violation in a message. */
function validateMessage(message: Message | null): string | null {
  if (message === null) return 'a message that is not JSON';
  const { operation, text, contextId, ...rest } = message;
  const unknown = Object.keys(rest);
  if (unknown.length > 0) return `the field ${unknown.join(', ')}`;
  if (operation !== undefined)
    return OPERATIONS.includes(operation) && text === undefined ? null : `the operation ${JSON.stringify(operation)}`;
  if (typeof text !== 'string') return 'text must be a string';
  if (text === '') return 'text must not be empty';
  return contextId === undefined || typeof contextId === 'string' ? null : 'contextId must be a string';
}

/** Times the words by their place in the text. */
function createTimestamps({ text, contextId }: Synthesis, seconds: number): object {
  const found = [...text.matchAll(/\S+/gu)];
  const at = (index: number): number => (seconds * index) / text.length;
  return {
    word_timestamps: {
      words: found.map(([word]) => word),
      start: found.map(({ index }) => at(index)),
      end: found.map(({ 0: word, index }) => at(index + word.length)),
    },
    contextId,
  };
}
