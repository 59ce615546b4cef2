import type { PlayoutReport } from '../../../core/playout.ts';

/** The state of the client, as reported by the transport. */
export class Client {
  /** Play time of the last report or connection. */
  lastMs: number = Number.NEGATIVE_INFINITY;
  /** True until its first report, or until the time for one has passed, if it should report starts. */
  isAwaited: boolean;
  hasReported: boolean = false;
  reportsPositions: boolean = false;
  /** True if its reports show when an utterance begins. */
  reportsStarts: boolean = false;
  #isConnected = true;
  /**
   * `lasting`: it has stopped reporting and counts as disconnected. `broken`: it reports again, which must be
   * announced.
   */
  #silence: 'none' | 'lasting' | 'broken' = 'none';

  constructor(reportsStarts: boolean) {
    this.isAwaited = reportsStarts;
  }

  /** True if the client is disconnected or silent. */
  get isAway(): boolean {
    return !this.#isConnected || this.#silence === 'lasting';
  }

  report(kind: PlayoutReport['kind'], playMs: number): void {
    this.hasReported = true;
    this.reportsPositions ||= kind === 'position';
    this.reportsStarts ||= kind === 'position' || kind === 'started';
    this.isAwaited = false;
    this.#return(playMs);
  }

  setConnected(isConnected: boolean, playMs: number): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    if (isConnected) this.#return(playMs);
  }

  setSilent(): void {
    this.#silence = 'lasting';
  }

  /** Returns whether the client has reported after a silence, once for each silence. */
  takeReturn(): boolean {
    const hasReturned = this.#silence === 'broken';
    if (hasReturned) this.#silence = 'none';
    return hasReturned;
  }

  #return(playMs: number): void {
    this.lastMs = playMs;
    if (this.#silence === 'lasting') this.#silence = 'broken';
  }
}
