import { setImmediate as turn } from 'node:timers/promises';
import type { FakeSocket, FakeConnection } from '../kit/fake.ts';
import { validateOpening, validateText, findUnknown, type Message } from './messages.ts';
import { createAlignment, splitPieces, encodeSpeech } from './speech.ts';

export interface ContextsOptions {
  /** As in `output_format`. */
  readonly encoding: string;
  /** True if SSML is parsed. */
  readonly hasTags: boolean;
  readonly synthesize: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  readonly timesFrom: 'piece' | 'utterance';
  readonly flushDone: boolean;
}

interface Context {
  readonly id: string;
  readonly schedule: readonly number[];
  /** The text that is not spoken yet. */
  text: string;
  generations: number;
  isClosing: boolean;
  ms: number;
  /** The speech under way, in order. */
  work: Promise<void>;
}

const MAX_CONTEXTS = 5;
const DEFAULT_SCHEDULE: readonly number[] = [120, 160, 250, 290];

/** The contexts of one connection. */
export function createContextsConnection(socket: FakeSocket, options: ContextsOptions): FakeConnection {
  const contexts = new Map<string, Context>();
  const used = new Set<string>();
  let isRefused = false;
  const refuse = (id: string, faults: readonly string[]): void => {
    isRefused = true;
    for (const fault of faults) socket.reportViolation(fault);
    const [message = ''] = faults;
    sendEvent(socket, { message, error: 'policy_violation', code: 1008, contextId: id });
    socket.close(1008, message.slice(0, 120));
  };
  const enqueue = (context: Context, work: () => Promise<void> | void): void => {
    context.work = context.work.then(work).catch((error: unknown) => socket.reportViolation(String(error)));
  };
  const speak = (context: Context): void => {
    const { text } = context;
    context.text = '';
    context.generations += 1;
    if (text.trim() !== '') enqueue(context, () => synthesize(socket, context, text, options));
  };
  const open = (id: string, message: Message): void => {
    const faults = [...validateOpening(message), ...(used.has(id) ? [`the context ${id} again`] : [])];
    if (contexts.size >= MAX_CONTEXTS) faults.push('max_active_conversations');
    if (faults.length > 0) return refuse(id, faults);
    const schedule = message.generation_config?.chunk_length_schedule ?? DEFAULT_SCHEDULE;
    used.add(id);
    contexts.set(id, { id, schedule, text: '', generations: 0, isClosing: false, ms: 0, work: Promise.resolve() });
  };
  const append = (context: Context, message: Message): void => {
    const faults = validateText(message, options.hasTags);
    if (context.isClosing) faults.push(`${context.id} goes on after its end`);
    if (faults.length > 0) return refuse(context.id, faults);
    context.text += message.text ?? '';
    const { schedule, generations } = context;
    if (message.flush === true || context.text.length >= (schedule[generations] ?? schedule.at(-1) ?? 0))
      speak(context);
    if (message.flush === true && options.flushDone)
      enqueue(context, () => sendEvent(socket, { type: 'flush_done', contextId: context.id }));
  };
  const close = (context: Context, message: Message): void => {
    const faults = findUnknown(message, ['context_id', 'close_context']);
    if (context.isClosing) faults.push(`${context.id} is closed twice`);
    if (faults.length > 0) return refuse(context.id, faults);
    context.isClosing = true;
    // Text that was not flushed is lost; some of it may come all the same.
    if (context.text !== '') enqueue(context, () => sendEvent(socket, { audio: LATE, contextId: context.id }));
    enqueue(context, () => {
      contexts.delete(context.id);
      sendEvent(socket, { isFinal: true, contextId: context.id });
    });
  };
  return {
    onFrame: (frame) => {
      if (isRefused) return;
      if (typeof frame !== 'string') return socket.reportViolation('bytes');
      const message = JSON.parse(frame) as Message;
      const { context_id: id } = message;
      if (message.close_socket === true) return socket.close(1000);
      const unnamed = id === undefined ? validateKeepAlive(message) : [];
      if (unnamed.length > 0) return refuse('', unnamed);
      if (id === undefined) return;
      const context = contexts.get(id);
      if (context === undefined) return open(id, message);
      return message.close_context === true ? close(context, message) : append(context, message);
    },
  };
}

/** Audio that belongs to no text. */
const LATE: string = Buffer.alloc(2400, 0x33).toString('base64');

/** Finds the violations in a message that names no context. */
function validateKeepAlive(message: Message): readonly string[] {
  return [...findUnknown(message, ['text']), ...(message.text === '' ? [] : ['text without a context'])];
}

async function synthesize(socket: FakeSocket, context: Context, text: string, options: ContextsOptions): Promise<void> {
  const samples = await options.synthesize(text, Number(options.encoding.split('_')[1]));
  const { bytes, bytesPerMs } = encodeSpeech(samples, options.encoding);
  const ms = bytes.length / bytesPerMs;
  let sent = 0;
  const framed = (piece: Uint8Array): string => {
    const [fromMs, toMs] = [sent / bytesPerMs, (sent + piece.length) / bytesPerMs];
    sent += piece.length;
    const zeroMs = options.timesFrom === 'piece' ? fromMs : -context.ms;
    const alignment = createAlignment(text, ms, { fromMs, toMs, zeroMs });
    const audio = Buffer.from(piece).toString('base64');
    return JSON.stringify({ audio, isFinal: null, alignment, normalizedAlignment: alignment, contextId: context.id });
  };
  for (const piece of splitPieces(bytes)) {
    socket.sendResult(piece, framed);
    await turn();
  }
  context.ms += ms;
}

function sendEvent(socket: FakeSocket, event: object): void {
  socket.send(JSON.stringify(event));
}
