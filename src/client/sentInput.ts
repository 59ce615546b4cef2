import type { ClientMessage } from '../core/protocol.ts';

/** Amount of audio kept in case the server has not received it, in ms: as much as the server accepts at once. */
const KEPT_MS = 4000;
/** Maximum number of typed texts that are kept. */
const KEPT_TEXTS = 32;

type TypedText = Extract<ClientMessage, { readonly type: 'input.text' }>;

/**
 * The user's input in one session, counted across all connections. Its latest part is kept in case the server lacks it.
 */
export interface SentInput {
  addAudio(frame: Int16Array<ArrayBuffer>): void;
  addText(text: TypedText): void;
  /**
   * Returns the kept frames beyond the first `received` samples. Audio that was neither kept nor received is no longer
   * counted.
   */
  takeMissingAudio(received: number): readonly Int16Array<ArrayBuffer>[];
  /** Returns the kept texts beyond the first `received`. */
  takeMissingTexts(received: number): readonly TypedText[];
}

export function createSentInput(sampleRate: number): SentInput {
  const frames = createTail<Int16Array<ArrayBuffer>>((KEPT_MS * sampleRate) / 1000, ({ length }) => length);
  const texts = createTail<TypedText>(KEPT_TEXTS, () => 1);
  return {
    addAudio: frames.add,
    addText: texts.add,
    takeMissingAudio: frames.takeBeyond,
    takeMissingTexts: texts.takeBeyond,
  };
}

/** A sequence that keeps only its end. */
interface Tail<Item> {
  add(item: Item): void;
  takeBeyond(received: number): readonly Item[];
}

/** Creates a tail. `sizeOf` returns how much an item counts towards `maxSize`. */
function createTail<Item>(maxSize: number, sizeOf: (item: Item) => number): Tail<Item> {
  let kept: readonly Item[] = [];
  let keptSize = 0;
  let count = 0;
  return {
    add: (item) => {
      count += sizeOf(item);
      keptSize += sizeOf(item);
      kept = [...kept, item].filter((oldest) => {
        const isKept = keptSize <= maxSize;
        keptSize -= isKept ? 0 : sizeOf(oldest);
        return isKept;
      });
    },
    takeBeyond: (received) => {
      let end = count - keptSize;
      const missing = kept.filter((item) => (end += sizeOf(item)) > received);
      count = received + missing.reduce((sum, item) => sum + sizeOf(item), 0);
      return missing;
    },
  };
}
