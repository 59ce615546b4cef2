/** A sound of the speech, or the pause `pau`. */
export interface Segment {
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A part of the text between white space. */
export interface Token {
  /** Offset in the text of the byte behind the white space that follows the token, as Flite counts. */
  readonly next: number;
  /** The indices of its segments, in order. Empty if the token is silent. */
  readonly segments: readonly number[];
}

/** Flite's data about a text that it has just spoken. */
export interface FliteUtterance {
  readonly samples: Int16Array;
  readonly sampleRate: number;
  readonly segments: readonly Segment[];
  readonly tokens: readonly Token[];
}

/**
 * Reads the utterance from the memory of a Flite that has spoken exactly one: the program itself only prints its
 * segments, without saying which belong to which word. Undefined if the memory does not contain one, as with another
 * build.
 *
 * @param from Where the heap begins, at the latest.
 */
export function readUtterance(buffer: ArrayBuffer, from: number): FliteUtterance | undefined {
  const memory = new FliteMemory(buffer);
  const utterance = findUtterance(memory, from);
  if (utterance === undefined) return undefined;
  const { features, relations } = utterance;
  const wave = features.get('wave');
  const tokens = relations.get('Token');
  const sounds = relations.get('Segment');
  if (wave === undefined || tokens === undefined || sounds === undefined) return undefined;
  const [rate, count, samples] = [4, 8, 16].map((offset) => memory.pointer(memory.content(wave) + offset));
  const { segments, indices } = readSegments(memory, memory.content(sounds));
  return {
    samples: memory.samples(samples ?? 0, count ?? 0),
    sampleRate: rate ?? 0,
    segments,
    tokens: readTokens(memory, memory.content(tokens), indices),
  };
}

interface Utterance {
  readonly features: Features;
  readonly relations: Features;
}

/** The addresses of values by the names of a `cst_features`. */
type Features = ReadonlyMap<string, number>;

/** A relation of the utterance. No other structure in the program's constants begins with its name. */
const ANCHOR = 'SylStructure';

/** Finds the utterance: the relation `ANCHOR` points to it, and it points back to the relation. */
function findUtterance(memory: FliteMemory, from: number): Utterance | undefined {
  for (const name of memory.find(Buffer.from(`${ANCHOR}\0`), from)) {
    const pointer = Buffer.alloc(4);
    pointer.writeUInt32LE(name);
    for (const relation of memory.find(pointer, from)) {
      const utterance = memory.pointer(relation + RELATION.utterance);
      const relations = memory.features(memory.pointer(utterance + UTTERANCE.relations));
      const named = relations.get(ANCHOR);
      if (named !== undefined && memory.content(named) === relation)
        return { relations, features: memory.features(memory.pointer(utterance)) };
    }
  }
  return undefined;
}

/** Offsets of fields, in bytes (cst_relation.h, cst_utterance.h, cst_item.h of Flite 2.3). */
const RELATION = { utterance: 8, head: 12 } as const;
const UTTERANCE = { relations: 8 } as const;
const ITEM = { next: 8, daughter: 20 } as const;

interface Segments {
  readonly segments: readonly Segment[];
  /** The index of each segment by the address of its contents, which all relations share. */
  readonly indices: ReadonlyMap<number, number>;
}

function readSegments(memory: FliteMemory, relation: number): Segments {
  const segments: Segment[] = [];
  const indices = new Map<number, number>();
  for (const item of memory.items(memory.pointer(relation + RELATION.head))) {
    const contents = memory.pointer(item);
    const features = memory.features(memory.pointer(contents));
    indices.set(contents, segments.length);
    segments.push({
      name: memory.text(memory.content(features.get('name') ?? 0)),
      startSeconds: segments.at(-1)?.endSeconds ?? 0,
      endSeconds: memory.float(features.get('end') ?? 0),
    });
  }
  return { segments, indices };
}

function readTokens(memory: FliteMemory, relation: number, indices: ReadonlyMap<number, number>): readonly Token[] {
  return [...memory.items(memory.pointer(relation + RELATION.head))].map((token) => {
    const features = memory.features(memory.pointer(memory.pointer(token)));
    const segments = [...memory.daughters(token)]
      .flatMap((word) => [...memory.daughters(itemInSyllables(memory, word))])
      .flatMap((syllable) => [...memory.daughters(syllable)])
      .flatMap((sound) => indices.get(memory.pointer(sound)) ?? []);
    return { next: memory.content(features.get('file_pos') ?? 0), segments };
  });
}

/** Finds the item of a word in the relation of words, syllables and segments. */
function itemInSyllables(memory: FliteMemory, word: number): number {
  const relations = memory.features(memory.pointer(memory.pointer(word) + 4));
  return memory.content(relations.get(ANCHOR) ?? 0);
}

/** Reads Flite's structures. An address that is outside the memory reads as 0. */
class FliteMemory {
  readonly #bytes: Buffer;

  constructor(buffer: ArrayBuffer) {
    this.#bytes = Buffer.from(buffer);
  }

  pointer(at: number): number {
    return this.#has(at, 4) ? this.#bytes.readUInt32LE(at) : 0;
  }

  /** Reads the number or the pointer of the value at an address; 0 at address 0. */
  content(value: number): number {
    return value === 0 ? 0 : this.pointer(value + 4);
  }

  float(value: number): number {
    return value !== 0 && this.#has(value, 8) ? this.#bytes.readFloatLE(value + 4) : 0;
  }

  text(at: number): string {
    return this.#has(at, 1) ? this.#bytes.toString('latin1', at, this.#bytes.indexOf(0, at)) : '';
  }

  samples(at: number, count: number): Int16Array {
    return new Int16Array(this.#bytes.buffer as ArrayBuffer, at, count).slice();
  }

  /** Reads a `cst_features`: a list of names and values. */
  features(at: number): Features {
    const features = new Map<string, number>();
    for (let pair = this.pointer(at); pair !== 0 && features.size < MAX_FEATURES; pair = this.pointer(pair + 8))
      features.set(this.text(this.pointer(pair)), this.pointer(pair + 4));
    return features;
  }

  *items(first: number): Generator<number> {
    for (let item = first; item !== 0; item = this.pointer(item + ITEM.next)) yield item;
  }

  daughters(item: number): Generator<number> {
    return this.items(item === 0 ? 0 : this.pointer(item + ITEM.daughter));
  }

  *find(bytes: Buffer, from: number): Generator<number> {
    for (let at = this.#bytes.indexOf(bytes, from); at !== -1; at = this.#bytes.indexOf(bytes, at + 1)) yield at;
  }

  #has(at: number, length: number): boolean {
    return at > 0 && at + length <= this.#bytes.length;
  }
}

/** More items than any structure has. Other data, read as a structure, may be an endless list. */
const MAX_FEATURES = 100;
