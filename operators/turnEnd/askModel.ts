import { concat, defer, EMPTY, map, of, tap, type Observable } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import type {
  PauseTurnModel,
  StreamingTurnModel,
  TurnModel,
  TurnPause,
  TurnVerdict,
} from '../../src/core/turnModel.ts';
import { FastSubject } from '../../src/stream/fastSubject.ts';
import type { Pause } from './pause.ts';
import { createRecentAudio } from './recentAudio.ts';

/** A turn model at work in one session. */
export interface ModelAtWork {
  /** True if it may know of the end of a turn as soon as the user pauses: it listens. */
  readonly isEarly: boolean;
  /** Emits verdicts about a pause, in scheduler time. */
  ask(asked: Omit<TurnPause, 'audio'>, pause: Pick<Pause, 'startedAt' | 'lastVoicedAt'>): Observable<TurnVerdict>;
  /** Stops listening. */
  stop(): void;
}

export interface AudioInput {
  readonly audio: Observable<AudioFrame>;
  readonly now: () => number;
}

/** Begins to listen to the user's audio for a model. */
export function startModel(model: TurnModel, input: AudioInput): ModelAtWork {
  return model.kind === 'pause' ? startPauseModel(model, input) : startStreamingModel(model, input);
}

/** Audio from before the first voice of a turn, in ms. */
const PREFIX_MS = 500;

/** A model gets the audio of the turn: what the user said before is another turn. */
function startPauseModel(model: PauseTurnModel, { audio, now }: AudioInput): ModelAtWork {
  const recent = createRecentAudio();
  model.warmUp?.();
  const listening = (model.usesAudio === false ? EMPTY : audio).subscribe((frame) => recent.push(frame));
  return {
    isEarly: false,
    ask: (asked, { startedAt }) =>
      defer(() => model.score({ ...asked, audio: () => recent.copy(now() - startedAt + PREFIX_MS) })),
    stop: () => listening.unsubscribe(),
  };
}

/** A verdict counts if it came after the last voice. */
function startStreamingModel(model: StreamingTurnModel, { audio, now }: AudioInput): ModelAtWork {
  const recent = createRecentAudio();
  let latest: { readonly verdict: TurnVerdict; readonly at: number } | undefined;
  const verdicts = new FastSubject<TurnVerdict>();
  const listening = defer(() => model.listen(audio.pipe(map((frame) => recent.push(frame)))))
    .pipe(tap((verdict) => (latest = { verdict, at: now() })))
    .subscribe(verdicts);
  return {
    isEarly: true,
    ask: (_, { lastVoicedAt }) =>
      defer(() => concat(latest !== undefined && latest.at > lastVoicedAt ? of(latest.verdict) : EMPTY, verdicts)),
    stop: () => listening.unsubscribe(),
  };
}
