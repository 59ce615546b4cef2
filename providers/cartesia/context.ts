import { createSend, type JsonObject } from '../../src/wire/json.ts';
import type { TtsAction } from '../../src/wire/tts/dialect.ts';
import { SpokenProgress } from './progress.ts';

/** One context of Cartesia's WebSocket: text is added until it ends. */
export interface Context {
  readonly id: string;
  readonly progress: SpokenProgress;
  /** Number of unconfirmed flushes. */
  readonly pendingFlushes: number;
  text(text: string): TtsAction;
  /** Requests speech for the text so far. */
  flush(): TtsAction;
  end(): TtsAction;
  cancel(): TtsAction;
  /** Confirms a flush. Returns whether all or part of the text is spoken; null if no flush is pending. */
  confirmFlush(): 'all' | 'part' | null;
}

/** Creates a context. `generation`: the fields that all its messages share. */
export function createContext(id: string, generation: JsonObject): Context {
  const progress = new SpokenProgress();
  let flushes = 0;
  let unflushed = false;
  const message = (rest: JsonObject): TtsAction => createSend({ ...generation, context_id: id, ...rest });
  return {
    id,
    progress,
    get pendingFlushes() {
      return flushes;
    },
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
    confirmFlush: () => {
      if (flushes === 0) return null;
      flushes -= 1;
      return flushes > 0 || unflushed ? 'part' : 'all';
    },
  };
}
