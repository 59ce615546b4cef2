import { firstValueFrom, timer, type SchedulerLike } from 'rxjs';
import type { DirectoryEngine, NodeReport, NodeStatus, Reservation } from '../../../src/directory/engine.ts';
import type { DirectoryNode, ClaimResult, SessionClaim } from '../../../src/core/sessionDirectory.ts';

/** What is wrong between one node and its engine, at this instant. */
export interface EngineFaults {
  readonly isCut: boolean;
  readonly delayMs: number;
  readonly isAway: boolean;
  readonly isFull: boolean;
}

/** An engine behind a connection with faults. */
export class FaultyEngine implements DirectoryEngine {
  readonly #engine: DirectoryEngine;
  readonly #faults: () => EngineFaults;
  readonly #scheduler: SchedulerLike;

  constructor(engine: DirectoryEngine, faults: () => EngineFaults, scheduler: SchedulerLike) {
    this.#engine = engine;
    this.#faults = faults;
    this.#scheduler = scheduler;
  }

  report(report: NodeReport): Promise<readonly string[]> {
    return this.#write(() => this.#engine.report(report));
  }

  beat(status: NodeStatus, sessions: number | undefined): Promise<readonly DirectoryNode[] | undefined> {
    return this.#write(() => this.#engine.beat(status, sessions));
  }

  publish(status: NodeStatus): Promise<void> {
    return this.#write(() => this.#engine.publish(status));
  }

  reserve(except: readonly string[]): Promise<Reservation | undefined> {
    return this.#write(() => this.#engine.reserve(except));
  }

  claim(claim: SessionClaim): Promise<ClaimResult> {
    return this.#write(() => this.#engine.claim(claim));
  }

  release(session: string, key: string): Promise<void> {
    return this.#pass(() => this.#engine.release(session, key));
  }

  find(session: string): Promise<DirectoryNode | undefined> {
    return this.#pass(() => this.#engine.find(session));
  }

  count(key: string): Promise<number> {
    return this.#pass(() => this.#engine.count(key));
  }

  leave(): Promise<void> {
    return this.#pass(() => this.#engine.leave());
  }

  recover(): void {
    this.#engine.recover();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#faults().isFull) throw new Error('the memory of the engine is full');
    return this.#pass(work);
  }

  async #pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#travel();
    const answer = await work();
    await this.#travel();
    return answer;
  }

  async #travel(): Promise<void> {
    const { isCut, isAway, delayMs } = this.#faults();
    if (isAway) throw new Error('the engine is away');
    if (isCut) await new Promise(() => undefined);
    if (delayMs > 0) await firstValueFrom(timer(delayMs, this.#scheduler));
  }
}
