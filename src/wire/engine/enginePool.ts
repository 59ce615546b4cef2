import { EngineHost, type EngineHostOptions } from './engineHost.ts';

export interface EnginePoolLimits {
  readonly maxHosts: number;
  /** Maximum number of clients of one host. Further clients get another host. */
  readonly maxClients: number;
}

/** The hosts that run one model. */
export class EnginePool<Command, Answer extends { readonly kind: string }> {
  readonly #options: EngineHostOptions;
  #hosts: readonly EngineHost<Command, Answer>[] = [];

  constructor(options: EngineHostOptions) {
    this.#options = options;
  }

  /** Whether no host has a client. */
  get isIdle(): boolean {
    return this.#hosts.every(({ size }) => size === 0);
  }

  /** Whether every host is full and the limits allow no further host. */
  isFull({ maxHosts, maxClients }: EnginePoolLimits): boolean {
    return this.#hosts.length >= maxHosts && this.#hosts.every(({ size }) => size >= maxClients);
  }

  /** Selects the host with the least load, or starts another if that one is full and the limits allow it. */
  select({ maxHosts, maxClients }: EnginePoolLimits): EngineHost<Command, Answer> {
    const [least] = this.#hosts.toSorted((a, b) => a.load - b.load);
    if (least !== undefined && (least.load < maxClients || this.#hosts.length >= maxHosts)) return least;
    const added = new EngineHost<Command, Answer>(this.#options);
    this.#hosts = [...this.#hosts, added];
    return added;
  }

  /** Ends all hosts without clients. */
  end(): void {
    for (const host of this.#hosts) host.endIfIdle();
    this.#hosts = this.#hosts.filter(({ size }) => size > 0);
  }

  /** Ends the hosts without clients, except the last one: loading a model again takes seconds. */
  release(): void {
    const busy = this.#hosts.filter(({ size }) => size > 0);
    const idle = this.#hosts.filter(({ size }) => size === 0);
    const kept = busy.length > 0 ? busy : idle.slice(0, 1);
    for (const host of idle) if (!kept.includes(host)) host.endIfIdle();
    this.#hosts = kept;
  }
}
