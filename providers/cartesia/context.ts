import type { JsonObject } from '../../src/core/wire/json.ts';
import type { TtsAction } from '../../src/core/wire/tts/dialect.ts';

/** A stretch of speech on Cartesia's wire: text is added to it until it ends. */
export interface Context {
  readonly id: string;
  text(text: string): TtsAction;
  /** What there is shall be spoken. */
  flush(): TtsAction;
  end(): TtsAction;
  cancel(): TtsAction;
  /** Audio of it has come. */
  sounded(): void;
  /** A flush was answered: whether all that was given is spoken, or more was given since. Null: none was asked for. */
  answered(): 'all' | 'part' | null;
  /** The text that was given after its last audio; `''` before the first. */
  readonly unheard: string;
  /** How many flushes are unanswered. */
  readonly flushes: number;
}

/** `generation`: what every message of it says alike. */
export function openContext(id: string, generation: JsonObject): Context {
  let flushes = 0;
  let unflushed = false;
  let sounded = false;
  let unheard = '';

  const message = (rest: JsonObject): TtsAction => send({ ...generation, context_id: id, ...rest });
  return {
    id,
    text: (transcript) => {
      unflushed = true;
      if (sounded) unheard += transcript;
      return message({ transcript, continue: true });
    },
    flush: () => {
      flushes += 1;
      unflushed = false;
      return message({ transcript: '', continue: true, flush: true });
    },
    end: () => message({ transcript: '', continue: false }),
    cancel: () => send({ context_id: id, cancel: true }),
    sounded: () => {
      sounded = true;
      unheard = '';
    },
    answered: () => {
      if (flushes === 0) return null;
      flushes -= 1;
      return flushes > 0 || unflushed ? 'part' : 'all';
    },
    get unheard() {
      return unheard;
    },
    get flushes() {
      return flushes;
    },
  };
}

function send(message: JsonObject): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}
