import type { Observable } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { TurnPause, TurnVerdict } from '../../src/core/turnModel.ts';
import type { Pause } from './pause.ts';

/** A turn model running in one session. */
export interface ModelAtWork {
  /** True if the model listens all the time, and so may detect the end of a turn as soon as the user pauses. */
  readonly isEarly: boolean;
  /** The longest time between two verdicts, in ms. @default no limit */
  readonly silentMs?: number | undefined;
  /** Emits verdicts about a pause, in scheduler time; null if the model cannot tell, so that silence decides. */
  ask(asked: Omit<TurnPause, 'audio'>, pause: Pause): Observable<TurnVerdict | null>;
  /** Stops listening. */
  stop(): void;
}

export interface AudioInput {
  readonly audio: Observable<AudioFrame>;
  readonly now: () => number;
}
