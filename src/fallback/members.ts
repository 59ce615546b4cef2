import type { SchedulerLike } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import { maskKeys } from '../core/maskKeys.ts';
import { messageOf } from '../core/messageOf.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { rememberProvider, type ProviderMemory } from './providerMemory.ts';

/** The delay after which a second provider is asked although the first has not failed. */
export interface Hedge {
  /** Time without an answer after which the next provider is asked as well, in ms. */
  readonly afterMs: number;
}

export interface FallbackOptions {
  /** Limit for the first audio of a text, or for the answer to the end of a segment, in ms, above 0. @default 2000 */
  readonly timeoutMs?: number | undefined;
  /** How long a failed provider is asked only after the others, in ms, at least 0. @default 60000 */
  readonly retryAfterMs?: number | undefined;
  /**
   * Asks the next provider as well after this time, and uses the first to answer. `true`: the 95th percentile of the
   * provider's own answer times.
   * @default never
   */
  readonly hedge?: true | Hedge | undefined;
  /** Names under which all fallbacks of the process remember the providers. @default the ports themselves */
  readonly keys?: readonly string[] | undefined;
  /** The source of time. @default the monotonic clock */
  readonly scheduler?: SchedulerLike | undefined;
}

interface NamedPort {
  readonly name: string;
  readonly model?: string | undefined;
}

/** One provider of a fallback. */
export interface Member<Port extends NamedPort> {
  readonly port: Port;
  readonly memory: ProviderMemory;
}

/** The providers of a fallback in their order, with the rules for replacing one by the next. */
export class Members<Port extends NamedPort> {
  readonly all: readonly Member<Port>[];
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
  readonly #retryAfterMs: number;
  readonly #hedge: true | Hedge | undefined;

  /** @throws AntiphonError `usage_invalid` for no port, and for an option out of range */
  constructor(ports: readonly Port[], options: FallbackOptions) {
    const { timeoutMs = 2000, retryAfterMs = 60_000, hedge, scheduler = monotonicScheduler } = options;
    if (ports.length === 0) throw createUsageError('ports', 'at least one', 'none');
    if (!(timeoutMs > 0)) throw createUsageError('timeoutMs', 'a number above 0', timeoutMs);
    if (!(retryAfterMs >= 0)) throw createUsageError('retryAfterMs', 'a number from 0', retryAfterMs);
    if (hedge !== undefined && hedge !== true && !(hedge.afterMs >= 0))
      throw createUsageError('hedge.afterMs', 'a number from 0', hedge.afterMs);
    this.all = ports.map((port, at) => ({ port, memory: rememberProvider(options.keys?.[at] ?? port, scheduler) }));
    this.timeoutMs = timeoutMs;
    this.scheduler = scheduler;
    this.#retryAfterMs = retryAfterMs;
    this.#hedge = hedge;
  }

  /** The first provider, whose properties are those of the fallback. */
  get first(): Port {
    return (this.all[0] as Member<Port>).port;
  }

  /** True if a second provider may be asked before the first has failed. */
  get hedges(): boolean {
    return this.#hedge !== undefined;
  }

  /** Lists the providers in the order in which they are asked: those that have failed lately come last. */
  list(): readonly Member<Port>[] {
    return [
      ...this.all.filter((member) => this.isReady(member)),
      ...this.all.filter((member) => !this.isReady(member)),
    ];
  }

  isReady({ memory }: Member<Port>): boolean {
    return !memory.hasFailedWithin(this.#retryAfterMs);
  }

  /** Returns the time without an answer after which the next provider is asked as well; undefined: never. */
  hedgeMs({ memory }: Member<Port>): number | undefined {
    return this.#hedge === true ? memory.p95Ms : this.#hedge?.afterMs;
  }
}

/** Creates the warning that another provider takes over. */
export function createFallbackWarning(
  failed: NamedPort,
  next: NamedPort,
  error: unknown,
  segment?: number,
): AntiphonError {
  const message = `${failed.name} failed (${maskKeys(messageOf(error))}); ${next.name} takes over`;
  const details = segment === undefined ? {} : { segment };
  return new AntiphonError('provider_fallback', message, {
    failure: false,
    provider: failed.name,
    ...details,
    cause: error,
  });
}

export function createUsageError(path: string, expected: string, got: unknown): AntiphonError {
  return new AntiphonError('usage_invalid', `fallback: ${path}: expected ${expected}, got ${String(got)}`, { path });
}
