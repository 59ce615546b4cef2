import { map, NEVER, type SchedulerLike } from 'rxjs';
import type { PauseTurnModel, TurnModel } from '../../../core/turnModel.ts';
import type { SessionConfig } from '../../../session/config/config.ts';
import { fromTimes } from '../fromTimes.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { RecordedVerdicts } from '../recorded/verdicts.ts';

/**
 * Creates the turn model of a run. Rules about the words are asked again; for any other model the recorded verdicts are
 * used. Returns undefined if the config decides.
 */
export function createTurnModel(
  recorded: RecordedSession,
  { turn_detection: turns }: SessionConfig<object>,
  clock: SchedulerLike,
): TurnModel | undefined {
  const { head } = recorded;
  const isOff = turns === undefined && head.config.turn_detection !== undefined;
  if (head.ports.turns === undefined || isOff || turns?.provider === 'text' || turns?.provider === 'stt')
    return undefined;
  return playVerdicts(head.ports.turns.name, recorded, clock);
}

/**
 * Answers with the recorded verdict for the same pause, at the nearest time. Gives no answer if the recorded model was
 * not asked in that pause, or if the question is about words that stopped changing while the user is still heard.
 */
function playVerdicts(name: string, recorded: RecordedSession, clock: SchedulerLike): PauseTurnModel {
  return {
    kind: 'pause',
    name,
    usesAudio: false,
    score: ({ pauseMs, isSpeaking }) => {
      if (isSpeaking === true) return NEVER;
      const now = clock.now();
      const nearest = questionsIn(now - pauseMs, recorded).toSorted(
        (a, b) => Math.abs(a.askedMs - now) - Math.abs(b.askedMs - now),
      )[0];
      if (nearest === undefined) return NEVER;
      const timed = nearest.verdicts.map(({ atMs, verdict }) => ({ atMs: now + atMs, verdict }));
      return fromTimes(timed, clock).pipe(map(({ verdict }) => verdict));
    },
  };
}

/** Selects the questions asked between the last voice before a pause and the next voice. */
function questionsIn(lastVoiceMs: number, recorded: RecordedSession): readonly RecordedVerdicts[] {
  const { windows, head } = recorded;
  const least = head.config.vad.activation_threshold ?? VOICED;
  const next = windows.times.find((time, n) => time > lastVoiceMs + SLACK_MS && (windows.scores[n] ?? 0) >= least);
  return questionsOf(recorded).filter(
    ({ askedMs }) => askedMs > lastVoiceMs && askedMs < (next ?? Number.POSITIVE_INFINITY),
  );
}

/** Returns the questions to the model. Each verdict of a model that listens continuously counts as one. */
function questionsOf({ head, verdicts: all }: RecordedSession): readonly RecordedVerdicts[] {
  if (head.ports.turns?.kind !== 'streaming') return all;
  return all.flatMap(({ askedMs, verdicts }) =>
    verdicts.map(({ atMs, verdict }) => ({ askedMs: askedMs + atMs, verdicts: [{ atMs: 0, verdict }] })),
  );
}

/** The default of `activation_threshold`. */
const VOICED = 0.5;
/** Tolerance in ms, because times of windows are rounded. */
const SLACK_MS = 1;
