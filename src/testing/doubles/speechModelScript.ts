import { asyncScheduler, concat, defer, EMPTY, map, Observable, of, Subject } from 'rxjs';
import { durationMs, msOfSamples, samplesOfMs } from '../../core/audio.ts';
import type { FunctionCall } from '../../core/message.ts';
import type {
  ConverseOptions,
  SpeechModelEvent,
  SpeechModelInput,
  SpeechModelUsage,
  SpeechToSpeech,
} from '../../core/speechToSpeech.ts';
import { paced } from '../../stream/paced.ts';
import { pause } from '../../stream/pause.ts';
import { boundaries, encodeCharacters, splitFrames } from './emitSpeech.ts';
import type {
  RememberedMessage,
  SpeechModelDoubleOptions,
  SpeechModelReply,
  SpeechModelWords,
  UserWords,
} from './speechModelOptions.ts';

interface RunningReply {
  readonly turn: number;
  stop(): void;
}

/** How far the scripts of the replies and of the words have come. */
export interface Script {
  reply: number;
  turn: number;
}

interface Item {
  readonly id: string;
  readonly role: RememberedMessage['role'];
  content: string;
  samples: number;
  isOver: boolean;
  heardMs?: number;
}

type Respond = Extract<SpeechModelInput, { kind: 'respond' }>;

const TOKENS: SpeechModelUsage = {
  inputTextTokens: 10,
  inputAudioTokens: 20,
  cachedTextTokens: 0,
  cachedAudioTokens: 0,
  outputTextTokens: 5,
  outputAudioTokens: 40,
};

type ModelOptions = SpeechModelDoubleOptions & Pick<SpeechToSpeech, 'sampleRate' | 'output'>;

/** One conversation of the double. */
export class DoubleModel {
  readonly events: Subject<SpeechModelEvent> = new Subject();
  readonly script: Script;
  readonly #options: ModelOptions;
  readonly #items: Item[];
  readonly #calls = new Set<string>();
  readonly #words: UserWords;
  #appended = 0;
  #running: RunningReply | null = null;
  readonly #texts = new Map<number, RunningReply>();
  #waiting: Respond[] = [];
  #count = 0;

  constructor(options: ModelOptions, { history }: ConverseOptions, script: Script) {
    this.#options = options;
    this.script = script;
    this.#words = createWords(options.words ?? [], script);
    this.#items = history().flatMap(({ role, content }) =>
      role === 'system' ? [] : [{ id: this.#nextId(), role, content, samples: 0, isOver: true }],
    );
  }

  get memory(): readonly RememberedMessage[] {
    return this.#items.map(({ role, content, heardMs }) => ({
      role,
      content,
      ...(heardMs !== undefined && { heardMs }),
    }));
  }

  receive(input: SpeechModelInput): Observable<SpeechModelEvent> {
    switch (input.kind) {
      case 'audio':
        this.#appended += input.frame.samples.length;
        this.#words.add(input.frame.samples);
        return EMPTY;
      case 'clear':
        this.#appended = 0;
        this.#words.clear();
        return EMPTY;
      case 'commit':
        return this.#commit(input.turn);
      case 'add':
        for (const message of input.messages) this.#add(message);
        return EMPTY;
      case 'respond':
        this.#waiting.push(input);
        this.#respondNext();
        return EMPTY;
      case 'say': {
        const { turn } = input;
        this.#texts.set(
          turn,
          this.#begin(turn, { text: input.text }, () => this.#texts.delete(turn)),
        );
        return EMPTY;
      }
      case 'cancel':
        return this.#cancel(input.turn);
      case 'truncate':
        this.#truncate(input.item, input.samples);
        return EMPTY;
      case 'update':
        return EMPTY;
    }
  }

  #commit(turn: number): Observable<SpeechModelEvent> {
    const { wordsDelayMs = 300, sampleRate, scheduler = asyncScheduler } = this.#options;
    if (msOfSamples(this.#appended, sampleRate) < 100) throw new Error('the buffer is too small to commit');
    this.#appended = 0;
    this.#items.push({ id: this.#nextId(), role: 'user', content: `audio of turn ${turn}`, samples: 0, isOver: true });
    const given = this.#words.commit();
    const { text, delayMs } =
      typeof given === 'object' && given !== null ? given : { text: given, delayMs: wordsDelayMs };
    scheduler.schedule(() => {
      if (text === null) this.events.next({ kind: 'words_failed', turn, error: new Error('the transcription failed') });
      else this.events.next({ kind: 'words', turn, text, final: true });
    }, delayMs);
    return EMPTY;
  }

  #add(message: Extract<SpeechModelInput, { kind: 'add' }>['messages'][number]): void {
    const { role, content } = message;
    if (role === 'system') throw new Error('a system message is not an item');
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) this.#calls.add(id);
    if (message.role === 'tool' && !this.#calls.delete(message.tool_call_id))
      throw new Error(`no call ${message.tool_call_id} waits for an output`);
    this.#items.push({ id: this.#nextId(), role, content, samples: 0, isOver: true });
  }

  #respondNext(): void {
    const { replies = [] } = this.#options;
    const next = this.#running === null ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    const given = replies[this.script.reply++] ?? '';
    this.#running = this.#begin(next.turn, typeof given === 'string' ? { text: given } : given, () => {
      this.#running = null;
      this.#respondNext();
    });
  }

  #begin(turn: number, reply: SpeechModelReply, onEnd: () => void): RunningReply {
    const { firstAudioMs = 0, scheduler = asyncScheduler } = this.#options;
    const texts = typeof reply.text === 'string' ? [reply.text] : (reply.text ?? []);
    const limit = reply.failAfterItems ?? Number.POSITIVE_INFINITY;
    const items = texts.filter((text) => text !== '').slice(0, limit);
    const error = limit <= texts.length ? new Error('the speech model double fails, as configured') : undefined;
    const calls =
      error === undefined ? (reply.calls ?? []).map((call, at) => toCall(call, `call_${this.#count}_${at}`)) : [];
    for (const { id } of calls) this.#calls.add(id);
    const events = concat(
      // The answer to a request comes in a later turn of the event loop.
      new Observable<never>((out) => scheduler.schedule(() => out.complete())),
      of<SpeechModelEvent>({ kind: 'started', turn }),
      pause(reply.firstAudioMs ?? firstAudioMs, scheduler),
      ...items.map((text) => defer(() => this.#speak(turn, text))),
    );
    const subscription = events.subscribe({
      next: (event) => this.events.next(event),
      complete: () => {
        this.events.next({ kind: 'usage', turn, usage: TOKENS });
        this.events.next({ kind: 'ended', turn, calls, ...(error && { error }) });
        onEnd();
      },
    });
    return { turn, stop: () => subscription.unsubscribe() };
  }

  #speak(turn: number, text: string): Observable<SpeechModelEvent> {
    const { msPerChar, speed = 8, sampleRate, output, scheduler = asyncScheduler } = this.#options;
    const item: Item = { id: this.#nextId(), role: 'assistant', content: text, samples: 0, isOver: false };
    // A text that is said is not part of the conversation.
    if (turn >= 0) this.#items.push(item);
    const words = text.match(/\s+|\S+/gu) ?? [];
    const spoken = words.map((delta): SpeechModelEvent => ({ kind: 'text', turn, item: item.id, delta }));
    const samples = output === 'text' ? new Int16Array() : encodeCharacters(text, 0, boundaries(sampleRate, msPerChar));
    const frames = splitFrames(samples, samplesOfMs(100, sampleRate), sampleRate);
    const audio = paced(frames, ({ frame }) => durationMs(frame) / speed, scheduler).pipe(
      map(({ frame }): SpeechModelEvent => {
        item.samples += frame.samples.length;
        return { kind: 'audio', turn, item: item.id, frame };
      }),
    );
    const end = defer(() => {
      item.isOver = true;
      return of<SpeechModelEvent>({ kind: 'item_ended', turn, item: item.id });
    });
    return concat(of(...spoken), audio, end);
  }

  #cancel(turn: number): Observable<SpeechModelEvent> {
    this.#texts.get(turn)?.stop();
    this.#texts.delete(turn);
    this.#waiting = this.#waiting.filter((other) => other.turn !== turn);
    if (this.#running?.turn !== turn) return EMPTY;
    this.#running.stop();
    this.#running = null;
    this.#respondNext();
    return of({ kind: 'usage', turn, usage: TOKENS });
  }

  #truncate(id: string, samples: number): void {
    const at = this.#items.findIndex((item) => item.id === id);
    const item = this.#items[at];
    if (item === undefined) throw new Error(`item ${id} does not exist, so it cannot be truncated`);
    if (samples > item.samples) throw new Error(`item ${id} has only ${item.samples} of ${samples} samples`);
    if (samples === 0) this.#items.splice(at, 1);
    else if (samples < item.samples || !item.isOver)
      item.heardMs = Math.floor(msOfSamples(samples, this.#options.sampleRate));
  }

  #nextId(): string {
    this.#count += 1;
    return `item_${this.#count}`;
  }
}

function toCall(
  { name, arguments: given = {}, id }: NonNullable<SpeechModelReply['calls']>[number],
  fallback: string,
): FunctionCall {
  const called = { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
  return { id: id ?? fallback, type: 'function', function: called };
}

function createWords(words: readonly SpeechModelWords[] | UserWords, script: Script): UserWords {
  if ('commit' in words) return words;
  return {
    add: () => {},
    commit: () => {
      const given = words[script.turn];
      script.turn += 1;
      return given === undefined ? '' : given;
    },
    clear: () => {},
  };
}
