import type { SttInput } from '../../core/ports.ts';
import type { EngineSttEvent } from './messages.ts';

/** The open segments of a session and the answers that each awaits. */
export class PendingAnswers {
  readonly #segments = new Map<number, { answers: number; ended: boolean }>();

  /** True if no answer is awaited. Segments that have not ended may still be open. */
  get isSettled(): boolean {
    return [...this.#segments.values()].every(({ answers }) => answers === 0);
  }

  /** Adds the answers that `input` requests. Returns their number, or null if its segment is not open. */
  add({ kind, segment }: SttInput): number | null {
    if (kind === 'start') this.#segments.set(segment, { answers: 0, ended: false });
    const open = this.#segments.get(segment);
    if (open === undefined) return null;
    if (kind !== 'flush' && kind !== 'end') return 0;
    open.answers += 1;
    open.ended = kind === 'end';
    return 1;
  }

  /**
   * Removes the answers that `event` settles and returns their number. A failure settles all answers of its segment.
   */
  settle({ kind, segment }: EngineSttEvent): number {
    const open = this.#segments.get(segment);
    if (open === undefined || kind === 'interim') return 0;
    const settled = kind === 'failed' ? open.answers : 1;
    open.answers -= settled;
    if (kind === 'failed' || (open.ended && open.answers === 0)) this.#segments.delete(segment);
    return settled;
  }

  /** Closes all segments, and returns them. */
  clear(): readonly number[] {
    const open = [...this.#segments.keys()];
    this.#segments.clear();
    return open;
  }
}
