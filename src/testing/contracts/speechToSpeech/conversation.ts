import { Subject } from 'rxjs';
import type { ChatMessage, Tool } from '../../../core/message.ts';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import { assertEqual, withinTime } from '../assertions.ts';
import type { Speak } from '../stt/segments.ts';

/** What the user says in turns 0, 1 and 2. */
export const USER_TEXTS: readonly string[] = ['what time is it', 'when', 'thanks'];

/** The function of the agent in the contract. */
export const LOOK_UP: Tool = {
  type: 'function',
  function: {
    name: 'look_up',
    description: 'Looks up when the restaurant opens.',
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  },
};

const HISTORY: readonly ChatMessage[] = [{ role: 'system', content: 'You answer the phone of a restaurant.' }];

type Kind = SpeechModelEvent['kind'];
type EventOf<K extends Kind> = Extract<SpeechModelEvent, { readonly kind: K }>;

/** A conversation with the model under test. */
export class Conversation {
  readonly #model: SpeechToSpeech;
  readonly #speak: Speak;
  readonly #input = new Subject<SpeechModelInput>();
  readonly #events: SpeechModelEvent[] = [];
  readonly #over: Promise<void>;
  #waiting: (() => void)[] = [];

  constructor(model: SpeechToSpeech, speak: Speak) {
    this.#model = model;
    this.#speak = speak;
    const options = { history: () => HISTORY, tools: () => [LOOK_UP], words: true };
    this.#over = model.converse(this.#input, options).forEach((event) => {
      this.#events.push(event);
      this.#wake();
    });
    this.#over.catch(() => this.#wake());
  }

  get events(): readonly SpeechModelEvent[] {
    return this.#events;
  }

  send(...inputs: readonly SpeechModelInput[]): void {
    for (const input of inputs) this.#input.next(input);
  }

  /** Sends the speech of a text. */
  async say(text: string): Promise<void> {
    const { sampleRate } = this.#model;
    this.send({ kind: 'audio', frame: { samples: await this.#speak(text, sampleRate), sampleRate } });
  }

  /** Sends the speech of a turn, and requests the reply to it. */
  async ask(turn: number): Promise<void> {
    await this.say(USER_TEXTS[turn] ?? '');
    this.send({ kind: 'commit', turn }, { kind: 'respond', turn });
  }

  /** Resolves with the event of this kind for the turn: the first, or another if there are several. */
  async until<K extends Kind>(kind: K, turn?: number, count = 1): Promise<EventOf<K>> {
    const find = (): EventOf<K> | undefined =>
      this.#events.filter(
        (event): event is EventOf<K> =>
          event.kind === kind && (turn === undefined || ('turn' in event && event.turn === turn)),
      )[count - 1];
    let found = find();
    const came = async (): Promise<void> => {
      while (found === undefined) {
        await Promise.race([this.#over, new Promise<void>((resolve) => this.#waiting.push(resolve))]);
        found = find();
      }
    };
    const what = turn === undefined ? `the event ${kind}` : `the event ${kind} of turn ${turn}`;
    await withinTime(what, came(), () => outline(this.#events));
    return found as EventOf<K>;
  }

  /** Completes the input. Resolves once the conversation has ended. */
  async end(): Promise<void> {
    this.#input.complete();
    await withinTime('that the conversation completes', this.#over, () => outline(this.#events));
  }

  /** Ends the input with an error. Resolves with the error of the conversation. */
  async fail(error: Error): Promise<unknown> {
    this.#input.error(error);
    return this.failure();
  }

  /** Resolves with the error that ends the conversation. */
  async failure(): Promise<unknown> {
    const failed = this.#over.then(
      () => undefined,
      (error: unknown) => error,
    );
    return withinTime('that the conversation fails', failed, () => outline(this.#events));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** The events of a turn in short. Neighbours of one kind appear once. */
export function outlineOf(events: readonly SpeechModelEvent[], turn: number): readonly Kind[] {
  const kinds = events.filter((event) => 'turn' in event && event.turn === turn).map(({ kind }) => kind);
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

/** Returns the text of a reply, with one space between its items. */
export function textOf(events: readonly SpeechModelEvent[], turn: number): string {
  const texts = new Map<string, string>();
  for (const event of events)
    if (event.kind === 'text' && event.turn === turn)
      texts.set(event.item, `${texts.get(event.item) ?? ''}${event.delta}`);
  return [...texts.values()].map((text) => text.trim()).join(' ');
}

/** Returns the samples of an item. */
export function samplesOf(events: readonly SpeechModelEvent[], item: string): number {
  const lengths = events.map((event) =>
    event.kind === 'audio' && event.item === item ? event.frame.samples.length : 0,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Fails unless the turn has this reply, complete. */
export function assertAnswered(conversation: Conversation, turn: number, text: string): void {
  const { events } = conversation;
  assertEqual(`the reply to turn ${turn}`, textOf(events, turn), text);
  const ends = events.filter((event) => event.kind === 'ended' && event.turn === turn);
  assertEqual(
    `the errors of turn ${turn}`,
    ends.filter((event) => 'error' in event && event.error !== undefined),
    [],
  );
}

function outline(events: readonly SpeechModelEvent[]): readonly string[] {
  const kinds = events.map((event) => ('turn' in event ? `${event.kind} ${event.turn}` : event.kind));
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}
