import {
  defer,
  endWith,
  interval,
  map,
  merge,
  takeWhile,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { mapArrays } from '../../stream/mapArrays.ts';
import type { Inbound } from './inbound.ts';

/** Longest gap that silence takes the place of, in ms. */
export const MAX_GAP_MS = 10_000;

/** A peer has stopped when none of its audio has come for this long, in ms. */
const STOPPED_MS = 750;
/** How often it is looked whether audio has come, in ms. A process that was blocked looks once, however long it was. */
const TICK_MS = 50;

type Tick = { readonly kind: 'tick' };
const TICK: Tick = { kind: 'tick' };
/** The source is complete. */
const END = { kind: 'end' } as const;

/**
 * Puts gaps into the input of a peer that sends audio all the time, in step with time: when none has come for 750 ms, one of 750 ms,
 * and then one of 50 ms every 50 ms, until audio comes again. What the codec then knows to be lost is shorter by them. Nothing
 * happens before the first audio.
 *
 * ```text
 * audio  oooo-----------------------oooo    one dash is 50 ms
 * gaps   -----------------Goooooooo-----    G of 750 ms
 * ```
 */
export function padAudio(scheduler: SchedulerLike): MonoTypeOperatorFunction<Inbound> {
  return (source) =>
    defer(() => {
      const padding = new Padding();
      const ticks = interval(TICK_MS, scheduler).pipe(map(() => TICK));
      return merge(ticks, source.pipe(endWith(END))).pipe(
        takeWhile((input) => input.kind !== 'end'),
        mapArrays<Inbound | Tick, Inbound>(padding.take),
      );
    });
}

class Padding {
  /** Time since the last audio; null before the first. */
  #quietMs: number | null = null;
  #paddedMs = 0;

  readonly take = (input: Inbound | Tick): readonly Inbound[] => {
    switch (input.kind) {
      case 'tick':
        return this.#pad();
      case 'audio':
        this.#quietMs = 0;
        this.#paddedMs = 0;
        return [input];
      case 'gap':
        return this.#shorten(input.ms);
      default:
        return [input];
    }
  };

  #pad(): readonly Inbound[] {
    if (this.#quietMs === null) return [];
    this.#quietMs += TICK_MS;
    const ms = this.#quietMs < STOPPED_MS ? 0 : this.#quietMs - this.#paddedMs;
    this.#paddedMs += ms;
    return gapOf(ms);
  }

  #shorten(ms: number): readonly Inbound[] {
    const left = ms - this.#paddedMs;
    this.#paddedMs = Math.max(0, -left);
    return gapOf(left);
  }
}

function gapOf(ms: number): readonly Inbound[] {
  return ms > 0 ? [{ kind: 'gap', ms }] : [];
}
