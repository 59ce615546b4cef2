import type { ClientMessage } from '../core/protocol.ts';

/** Audio that is kept for a server that has not received it, in ms: what it takes at once. */
const KEPT_MS = 4000;
/** Typed texts that are kept. */
const KEPT_TEXTS = 32;

type TypedText = Extract<ClientMessage, { readonly type: 'input.text' }>;

/** The user's input of one session, counted over all connections. The last of it is kept, for a server that lacks it. */
export interface SentInput {
  addAudio(frame: Int16Array<ArrayBuffer>): void;
  addText(text: TypedText): void;
  /** Returns the kept frames beyond the first `received` samples. What is neither kept nor received counts no more. */
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

/** A sequence of which only the end is kept. */
interface Tail<Item> {
  add(item: Item): void;
  takeBeyond(received: number): readonly Item[];
}

/** `sizeOf`: how much an item counts. */
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
