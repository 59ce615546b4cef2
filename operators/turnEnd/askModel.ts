import { concat, defer, EMPTY, map, of, Subject, tap } from 'rxjs';
import type {
  PauseTurnModel,
  RecogniserTurns,
  StreamingTurnModel,
  TurnModel,
  TurnVerdict,
} from '../../src/core/turnModel.ts';
import type { AudioInput, ModelAtWork } from './modelAtWork.ts';
import { createRecentAudio } from './recentAudio.ts';
import { startRecogniser } from './recogniserTurns.ts';

/** Starts a model in a session and feeds it the user's audio. */
export function startModel(model: TurnModel | RecogniserTurns, input: AudioInput): ModelAtWork {
  switch (model.kind) {
    case 'pause':
      return startPauseModel(model, input);
    case 'streaming':
      return startStreamingModel(model, input);
    case 'recogniser':
      return startRecogniser(model, input);
  }
}

/** Audio from before the first voice of a turn, in ms. */
const PREFIX_MS = 500;

/** Starts a model that is asked at pauses. It gets the audio of the current turn only. */
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

/** Starts a model that listens all the time. A verdict counts if it arrived after the last voice. */
function startStreamingModel(model: StreamingTurnModel, { audio, now }: AudioInput): ModelAtWork {
  const recent = createRecentAudio();
  let latest: { readonly verdict: TurnVerdict; readonly at: number } | undefined;
  const verdicts = new Subject<TurnVerdict>();
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
