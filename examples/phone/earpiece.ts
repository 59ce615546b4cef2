/** Plays the agent's audio block by block, and says which marks have been reached. */
export interface Earpiece {
  /** Queues audio. */
  add(samples: Int16Array): void;
  /** Queues a mark behind the audio. */
  mark(name: string): void;
  /** Drops what is not played, and returns the marks in it. */
  clear(): readonly string[];
  /** Plays the next block, filled up with silence. Returns it, and the marks behind what is played. */
  play(samples: number): { readonly block: Int16Array; readonly marks: readonly string[] };
}

export function createEarpiece(): Earpiece {
  let queue: (Int16Array | string)[] = [];
  return {
    add: (samples) => void queue.push(samples),
    mark: (name) => void queue.push(name),
    clear: () => {
      const marks = queue.filter((item) => typeof item === 'string');
      queue = [];
      return marks;
    },
    play: (samples) => {
      const block = new Int16Array(samples);
      return { block, marks: fillFrom(queue, block) };
    },
  };
}

/** Moves audio from the front of `queue` into `block`. Returns the marks that are in front then. */
function fillFrom(queue: (Int16Array | string)[], block: Int16Array): readonly string[] {
  const marks: string[] = [];
  let at = 0;
  for (let [first] = queue; first !== undefined; [first] = queue) {
    if (typeof first === 'string') {
      marks.push(first);
      queue.shift();
      continue;
    }
    if (at === block.length) break;
    const taken = first.subarray(0, block.length - at);
    block.set(taken, at);
    at += taken.length;
    if (taken.length === first.length) queue.shift();
    else queue[0] = first.subarray(taken.length);
  }
  return marks;
}
