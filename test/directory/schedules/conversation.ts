import { interval, Subject, type SchedulerLike, type Subscription } from 'rxjs';
import { CHECKPOINT_FORMAT, type Checkpoint } from '../../../src/core/checkpoint.ts';
import type { HistoryMessage } from '../../../src/core/message.ts';
import type { SessionEndReason } from '../../../src/session/floor/types.ts';
import type { SessionEnd } from '../../../src/session/session.ts';
import { messagesOf } from '../../../src/session/checkpoints/resume.ts';
import { createMessage } from '../../../src/session/history.ts';

const WORD_MS = 500;
const WORDS_OF_A_REPLY = 7;
/** A checkpoint is taken each second in which words were heard. */
const WORDS_OF_A_STEP = 2;

export interface ConversationOptions {
  readonly session: string;
  /** The checkpoint that it goes on from. */
  readonly from: Checkpoint | undefined;
  /** The client hears the next word; undefined: it is not there. */
  readonly hear: () => string | undefined;
  readonly scheduler: SchedulerLike;
}

/** The session of a node: an agent that tells stories as long as its client listens. */
export class Conversation {
  readonly id: string;
  readonly checkpoint$: Subject<Checkpoint> = new Subject();
  readonly ended: Promise<SessionEnd>;
  readonly #messages: HistoryMessage[];
  readonly #heard: string[] = [];
  readonly #telling: Subscription;
  #settle: (end: SessionEnd) => void = () => undefined;

  constructor({ session, from, hear, scheduler }: ConversationOptions) {
    this.id = session;
    this.#messages = from === undefined ? [] : [...messagesOf(from)];
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    this.#telling = interval(WORD_MS, scheduler).subscribe(() => this.#say(hear()));
  }

  /** All words that are in its history, in order. */
  get words(): readonly string[] {
    return [...wordsOf(this.#messages), ...this.#heard];
  }

  /** Begins to be kept. */
  begin(): void {
    this.#emit();
  }

  /** Ends it as its process does when it dies. */
  die(): void {
    this.#telling.unsubscribe();
    this.checkpoint$.complete();
  }

  end(reason: SessionEndReason): void {
    this.die();
    this.#settle({ reason } as SessionEnd);
  }

  #say(word: string | undefined): void {
    if (word === undefined) return;
    this.#heard.push(word);
    const isOver = this.#heard.length === WORDS_OF_A_REPLY;
    const isStep = this.#heard.length % WORDS_OF_A_STEP === 0;
    if (isOver) this.#messages.push(createMessage('assistant', this.#heard.splice(0).join(' ')));
    if (isOver || isStep) this.#emit();
  }

  #emit(): void {
    const heard = this.#heard.join(' ');
    this.checkpoint$.next({
      format: CHECKPOINT_FORMAT,
      session_id: this.id,
      seq: 0,
      messages: [...this.#messages],
      dropped_messages: 0,
      session_data: '{}',
      updates: { count: 0 },
      unanswered: null,
      speaking: heard === '' ? null : heard,
      heard,
      pending: { texts: 0, speech: false },
      calls: [],
    });
  }
}

export function wordsOf(messages: readonly HistoryMessage[]): readonly string[] {
  return messages.flatMap(({ content }) => content.split(' '));
}
