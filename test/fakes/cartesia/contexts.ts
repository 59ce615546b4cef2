import { isDeepStrictEqual } from 'node:util';
import type { FakeSocket, FakeConnection } from '../kit/fake.ts';
import { validateGeneration, type Generation } from './generation.ts';

export interface ContextsOptions {
  readonly version: string;
  readonly synthesize: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
  readonly expiresAtOnce: boolean;
  /** True if each word comes by itself: its time, then its audio. */
  readonly wordByWord: boolean;
}

interface Message extends Generation {
  readonly context_id: string;
  readonly transcript: string;
  readonly continue: boolean;
  readonly flush?: true;
  readonly cancel?: true;
}

interface Context {
  readonly generation: Generation;
  /** The text that is not spoken yet. */
  text: string;
  flushes: number;
  state: 'open' | 'ended' | 'over' | 'cancelled';
  audioSeconds: number;
  /** The speech under way, in order. */
  work: Promise<void>;
}

/** The number of contexts that the smallest plan allows. */
const MAX_CONTEXTS = 2;
const SENTENCE = /^.*?[.!?]+(?=\s)/su;
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;

/** The contexts of one connection. */
export function createContextsConnection(socket: FakeSocket, options: ContextsOptions): FakeConnection {
  const contexts = new Map<string, Context>();
  const say = (context_id: string, event: object): void => socket.send(JSON.stringify({ context_id, ...event }));
  const sendError = (context_id: string, status_code: number, title: string): void =>
    say(context_id, {
      type: 'error',
      done: true,
      status_code,
      title,
      message: title,
      error_code: title.replace(/ /gu, '_'),
    });

  const finish = (id: string, context: Context): void => {
    context.state = 'over';
    say(id, { type: 'done', done: true, status_code: 200 });
  };
  const synthesize = async (id: string, context: Context, text: string): Promise<void> => {
    if (isOver(context) || !SPEAKABLE.test(text)) return;
    const rate = context.generation.output_format.sample_rate;
    const samples = await options.synthesize(text, rate);
    if (isOver(context)) return;
    const common = { context_id: id, status_code: 206, done: false };
    const pieces = options.wordByWord ? (text.match(/\s*\S+\s*/gu) ?? []) : [text];
    const cut = (chars: number): number => Math.round((samples.length * chars) / text.length);
    let [chars, sent] = [0, 0];
    for (const [n, piece] of pieces.entries()) {
      chars = n === pieces.length - 1 ? text.length : chars + piece.length;
      const part = samples.slice(sent, cut(chars));
      sent += part.length;
      const word_timestamps = createTimestamps(piece, context.audioSeconds, part.length / rate);
      context.audioSeconds += part.length / rate;
      socket.send(JSON.stringify({ ...common, type: 'timestamps', word_timestamps }));
      socket.sendResult(new Uint8Array(part.buffer), (bytes) =>
        JSON.stringify({ ...common, type: 'chunk', step_time: 1, data: Buffer.from(bytes).toString('base64') }),
      );
    }
  };
  const enqueue = (context: Context, work: () => Promise<void> | void): void => {
    context.work = context.work.then(work);
  };
  const speak = (id: string, context: Context, text: string): void => {
    context.text = context.text.slice(text.length);
    enqueue(context, () => synthesize(id, context, text));
  };

  const cancel = (id: string): void => {
    const context = contexts.get(id);
    if (context === undefined || context.state === 'cancelled')
      return socket.reportViolation(`${id} is cancelled, and is not there`);
    // Its end may have crossed the cancel.
    if (context.state === 'over') return;
    context.state = 'cancelled';
    // Audio under way comes all the same.
    say(id, {
      type: 'chunk',
      done: false,
      status_code: 206,
      step_time: 1,
      data: Buffer.alloc(960, 1).toString('base64'),
    });
    say(id, { type: 'done', done: true, status_code: 499 });
  };
  const open = (id: string, generation: Generation, message: Message): Context | null => {
    if (message.transcript.trim() === '') {
      socket.reportViolation('a context that begins with nothing');
      sendError(id, 400, 'transcript is empty');
      return null;
    }
    const active = [...contexts.values()].filter((other) => !isOver(other)).length;
    if (active >= MAX_CONTEXTS) socket.reportViolation(`${active + 1} contexts at a time`);
    const context: Context = {
      generation,
      text: '',
      flushes: 0,
      state: 'open',
      audioSeconds: 0,
      work: Promise.resolve(),
    };
    contexts.set(id, context);
    return context;
  };
  const refuse = (id: string, context: Context, faults: readonly string[]): void => {
    for (const fault of faults) socket.reportViolation(`${id}: ${fault}`);
    context.state = 'over';
    sendError(id, 400, 'invalid request');
  };
  const generate = (message: Message): void => {
    const { context_id: id, transcript, continue: goesOn, flush, ...generation } = message;
    const context = contexts.get(id) ?? open(id, generation, message);
    if (context === null) return;
    if (context.state === 'over' && options.expiresAtOnce) return refuseExpired(id, transcript);
    const faults = [
      ...validateGeneration(generation, options.version),
      ...validateMessage(message, context, generation),
    ];
    if (faults.length > 0) return refuse(id, context, faults);
    context.text += transcript;
    for (let m = SENTENCE.exec(context.text); m !== null; m = SENTENCE.exec(context.text)) speak(id, context, m[0]);
    if (flush !== undefined) flushContext(id, context);
    if (!goesOn) end(id, context);
    if (options.expiresAtOnce) enqueue(context, () => expire(id, context));
  };
  const flushContext = (id: string, context: Context): void => {
    speak(id, context, context.text);
    context.flushes += 1;
    const flush = { type: 'flush_done', done: false, flush_done: true, flush_id: context.flushes, status_code: 206 };
    enqueue(context, () => {
      if (!isOver(context)) say(id, flush);
    });
  };
  const end = (id: string, context: Context): void => {
    speak(id, context, context.text);
    context.state = 'ended';
    enqueue(context, () => {
      if (!isOver(context)) finish(id, context);
    });
  };
  const expire = (id: string, context: Context): void => {
    if (context.state === 'open' && context.audioSeconds > 0 && context.text.trim() === '') finish(id, context);
  };
  const refuseExpired = (id: string, transcript: string): void => {
    if (transcript !== '') sendError(id, 400, 'context expired');
  };
  return {
    onFrame: (frame) => {
      if (typeof frame !== 'string') {
        socket.reportViolation('bytes');
        return socket.close(1003);
      }
      const message = JSON.parse(frame) as Message;
      if (message.cancel !== true) return generate(message);
      if (Object.keys(message).length !== 2) socket.reportViolation('a cancel that is more than that');
      return cancel(message.context_id);
    },
  };
}

function validateMessage(
  { transcript, continue: goesOn, flush }: Message,
  context: Context,
  generation: Generation,
): readonly string[] {
  return [
    ...(typeof transcript === 'string' && typeof goesOn === 'boolean' ? [] : ['lacks a field']),
    ...(isDeepStrictEqual(context.generation, generation) ? [] : ['changes its fields']),
    ...(context.state === 'open' ? [] : ['goes on after its end']),
    ...(flush === undefined || (transcript === '' && goesOn) ? [] : ['flushes and does more']),
  ];
}

function isOver({ state }: Context): boolean {
  return state === 'over' || state === 'cancelled';
}

/** Creates the words in the order of the text, timed by their place in it. Tags and sounds in brackets have no times. */
function createTimestamps(text: string, fromSeconds: number, seconds: number): object {
  const found = [...text.matchAll(/<[^<>]*>|\[[^[\]]*\]|[^\s<[]+/gu)].filter(([word]) => !/^[<[]/u.test(word));
  const at = (index: number): number => fromSeconds + (seconds * index) / text.length;
  return {
    words: found.map(([word]) => word),
    start: found.map(({ index }) => at(index)),
    end: found.map(({ 0: word, index }) => at(index + word.length)),
  };
}
