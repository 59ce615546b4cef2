import type { TimestampProvider } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { FunctionCalls, FunctionResults } from '../../core/turn.ts';

/** Measures the time in which functions run and neither side is audible. */
export class FunctionSilence {
  readonly #clock: TimestampProvider;
  /** The number of calls that the model waits for, and of those in the background. */
  #awaited = 0;
  #background = 0;
  /** The samples of the current utterance that were sent, and their rate in Hz. */
  #sent = 0;
  #rate = 0;
  /** Scheduler time at which the utterance started, and until which the samples last. */
  #startedAt = Number.NEGATIVE_INFINITY;
  #audibleUntil = 0;
  #isUserSpeaking = false;
  /** Scheduler time since which the user is silent and something runs; null: not now. */
  #since: number | null = null;
  /** The silence so far; null: nothing has run. */
  #ms: number | null = null;

  constructor(clock: TimestampProvider) {
    this.#clock = clock;
  }

  /** True while calls go on in the background. */
  get isInBackground(): boolean {
    return this.#background > 0;
  }

  get #isRunning(): boolean {
    return this.#awaited + this.#background > 0;
  }

  addCalls({ calls }: FunctionCalls): void {
    if (!this.#isRunning && this.#sent > 0) this.#audibleUntil = this.#startedAt + (this.#sent / this.#rate) * 1000;
    this.#awaited += calls.length;
    this.#ms ??= 0;
    this.#update();
  }

  addResults({ results, acknowledged = [], background }: FunctionResults): void {
    if (background === undefined) {
      this.#awaited = Math.max(0, this.#awaited - results.length);
      this.#background += acknowledged.length;
    } else if (background.kind === 'final') this.#background = Math.max(0, this.#background - 1);
    this.#update();
  }

  addAudio({ sampleRate }: AudioFrame): void {
    this.#rate = sampleRate;
  }

  addPlayout(event: PlayoutEvent): void {
    if (event.kind === 'sent') this.#addSent(event.samples);
    else if (event.kind === 'started') this.#startedAt = this.#clock.now();
    else if (event.kind === 'stopped') this.#stop();
  }

  setUserSpeaking(isSpeaking: boolean): void {
    this.#isUserSpeaking = isSpeaking;
    this.#update();
  }

  /** Returns the silence since it was taken last, in whole ms; null if nothing has run. */
  take(): number | null {
    this.#end();
    const ms = this.#ms;
    this.#ms = this.#isRunning ? 0 : null;
    this.#update();
    return ms === null ? null : Math.round(ms);
  }

  /** Adds samples. While nothing runs, the time is not read: every frame passes here. */
  #addSent(samples: number): void {
    const added = samples - this.#sent;
    this.#sent = samples;
    if (!this.#isRunning) return;
    this.#end();
    this.#audibleUntil = Math.max(this.#audibleUntil, this.#clock.now()) + (added / this.#rate) * 1000;
    this.#update();
  }

  #stop(): void {
    this.#end();
    this.#sent = 0;
    this.#startedAt = Number.NEGATIVE_INFINITY;
    this.#audibleUntil = 0;
    this.#update();
  }

  #update(): void {
    const isSilent = this.#isRunning && !this.#isUserSpeaking;
    if (!isSilent) this.#end();
    else this.#since ??= this.#clock.now();
  }

  #end(): void {
    if (this.#since === null) return;
    this.#ms = (this.#ms ?? 0) + Math.max(0, this.#clock.now() - Math.max(this.#since, this.#audibleUntil));
    this.#since = null;
  }
}
