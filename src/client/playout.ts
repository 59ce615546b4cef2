import type { ClearCommand, PlaybackReport, PlayedPart, SpeakerCommand, SpeakerReport } from './speaker.ts';
import { append, copy, createUtterance, end, isOver, playedOf, progress, type Utterance } from './utterance.ts';

/**
 * A queue of utterances of any sample rate, played in order at the device's rate and counted in samples on the wire.
 * Reports `started` with the block of the first sample, `position` every 100 ms, and `finished` with the block of the
 * last. Answers a `clear` at once with `cleared`: the next block is silent, and the count stops.
 */
export class Playout {
  readonly #deviceRate: number;
  readonly #measure: (block: Float32Array) => number | null;
  readonly #queue: Utterance[] = [];
  #last: Utterance | undefined;
  #isSilenced = false;

  constructor(deviceRate: number) {
    this.#deviceRate = deviceRate;
    this.#measure = createLevelMeter(deviceRate);
  }

  /** Fills the device's next block, with silence if there is no audio. */
  render(block: Float32Array): readonly SpeakerReport[] {
    const reports: SpeakerReport[] = [];
    let filled = 0;
    for (let first = this.#queue[0]; first !== undefined && !this.#isSilenced; first = this.#queue[0]) {
      filled += copy(first, block, filled);
      reports.push(...progress(first, block.length));
      // Wait for an utterance that has run dry: the next one must not overtake it.
      if (!isOver(first)) break;
      this.#last = this.#queue.shift();
    }
    block.fill(0, filled);
    const level = this.#measure(block);
    return level === null ? reports : [...reports, { kind: 'level', level }];
  }

  execute(command: SpeakerCommand): readonly SpeakerReport[] {
    const newest = this.#queue.at(-1);
    switch (command.kind) {
      case 'start':
        if (newest !== undefined) end(newest);
        this.#queue.push(createUtterance(command, this.#deviceRate));
        return [];
      case 'audio':
        if (newest !== undefined) append(newest, command.samples);
        return [];
      case 'end':
        if (newest?.id === command.utterance) end(newest);
        return [];
      case 'clear':
        return [this.#clear(command)];
      case 'drop':
        return [{ kind: 'dropped', last: this.#drop() }];
      case 'silence':
        this.#isSilenced = true;
        return [];
    }
  }

  /** Removes an utterance. If its `clear` crosses its `finished`, all of it counts as played. */
  #clear({ utterance, clearId }: ClearCommand): PlaybackReport {
    const at = this.#queue.findIndex(({ id }) => id === utterance);
    if (at >= 0) [this.#last] = this.#queue.splice(at, 1);
    const answer = { kind: 'cleared', utterance, clearId } as const;
    if (this.#last?.id !== utterance) return { ...answer, played: 0, sampleRate: this.#deviceRate };
    return { ...answer, played: playedOf(this.#last), sampleRate: this.#last.sampleRate };
  }

  /** Removes all utterances and returns the one that played last. */
  #drop(): PlayedPart | null {
    const [first] = this.#queue.splice(0);
    if (first?.started === true) this.#last = first;
    return this.#last === undefined ? null : { utterance: this.#last.id, played: playedOf(this.#last) };
  }
}

const LEVELS_PER_SECOND = 30;

/**
 * Creates a meter of played blocks. It returns the level (RMS, 0 to 1) about 30 times a second of device time, and null
 * in between.
 */
function createLevelMeter(deviceRate: number): (block: Float32Array) => number | null {
  let energy = 0;
  let count = 0;
  return (block) => {
    energy += block.reduce((sum, value) => sum + value * value, 0);
    count += block.length;
    if (count < deviceRate / LEVELS_PER_SECOND) return null;
    const level = Math.sqrt(energy / count);
    energy = 0;
    count = 0;
    return level;
  };
}
