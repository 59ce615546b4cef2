import type { JsonObject } from '../../src/wire/json.ts';
import type { SpokenWord, TtsAction } from '../../src/wire/tts/dialect.ts';
import { SpokenProgress } from './progress.ts';

/** A stretch of speech on Cartesia's wire: text is added to it until it ends. */
export interface Context {
  readonly id: string;
  text(text: string): TtsAction;
  /** What there is shall be spoken. */
  flush(): TtsAction;
  end(): TtsAction;
  cancel(): TtsAction;
  /** Audio of it has come. */
  addAudio(): void;
  /** Words of it were timed. */
  addWords(words: readonly SpokenWord[]): void;
  /** A flush was answered: whether all that was given is spoken, or more was given since. Null: none was asked for. */
  confirmFlush(): 'all' | 'part' | null;
  /** The text that was given and is not spoken yet; `''` before the first audio. */
  readonly unspokenText: string;
  /** How many flushes are unanswered. */
  readonly pendingFlushes: number;
}

/** `generation`: what every message of it says alike. */
export function createContext(id: string, generation: JsonObject): Context {
  const progress = new SpokenProgress();
  let flushes = 0;
  let unflushed = false;

  const message = (rest: JsonObject): TtsAction => createSend({ ...generation, context_id: id, ...rest });
  return {
    id,
    text: (transcript) => {
      unflushed = true;
      progress.addText(transcript);
      return message({ transcript, continue: true });
    },
    flush: () => {
      flushes += 1;
      unflushed = false;
      return message({ transcript: '', continue: true, flush: true });
    },
    end: () => message({ transcript: '', continue: false }),
    cancel: () => createSend({ context_id: id, cancel: true }),
    addAudio: () => progress.addAudio(),
    addWords: (words) => progress.addWords(words),
    confirmFlush: () => {
      if (flushes === 0) return null;
      flushes -= 1;
      return flushes > 0 || unflushed ? 'part' : 'all';
    },
    get unspokenText() {
      return progress.unspokenText;
    },
    get pendingFlushes() {
      return flushes;
    },
  };
}

function createSend(message: JsonObject): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}
