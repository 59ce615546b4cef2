import { diagrams, type Moment } from '../../../draw/text/diagram.ts';
import type { Recording } from '../../../record/format.ts';
import { timelineOf } from '../../../replay/timeline.ts';
import { compareHeard, type HeardDifference } from '../../score/compareHeard.ts';
import type { ScoreDraft } from '../../score/draft.ts';
import type { PlayedDraft } from '../../score/play.ts';
import type { Stretch } from '../../score/stretch.ts';

/**
 * Compares the speech heard in a score with the speech heard in the recording. What the agent is saying at the end of a
 * stretch is cut, so it does not count.
 */
export function comparePlayed(
  { recorded }: ScoreDraft,
  played: PlayedDraft,
  stretch: Stretch | undefined,
): HeardDifference {
  const got = played.heard.map(({ text }) => text);
  const extra = stretch === undefined ? 0 : 1;
  return compareHeard(
    recorded.heard,
    got.length <= recorded.heard.length + extra ? got.slice(0, recorded.heard.length) : got,
  );
}

/** Draws the timelines of the recording and of the score, one below the other. */
export function drawBoth(
  recording: Recording,
  draft: ScoreDraft,
  played: PlayedDraft,
  stretch: Stretch | undefined,
): string {
  const user = draft.actions.map(toMoment);
  const recorded = listRecorded(recording, stretch);
  const now = played.heard.map(({ atMs, text }) => ({ lane: 'agent', atMs, text }));
  return diagrams([...user, ...recorded], [...user, ...now, ...listCalls(played)], ['recorded', 'score']);
}

function toMoment({ atMs, toMs, method, args }: ScoreDraft['actions'][number]): Moment {
  const text = method === 'user.says' || method === 'user.types' ? String(args[0]) : method;
  return { lane: 'user', atMs, ...(toMs !== undefined && { toMs }), text };
}

function listRecorded(recording: Recording, stretch: Stretch | undefined): readonly Moment[] {
  const { fromMs, toMs } = stretch ?? { fromMs: 0, toMs: Number.POSITIVE_INFINITY };
  const { utterances, calls } = timelineOf(recording);
  const isWithin = (span: { readonly fromMs: number }): boolean => span.fromMs >= fromMs && span.fromMs <= toMs;
  return [
    ...utterances
      .filter(isWithin)
      .map((one) => ({ lane: 'agent', atMs: one.fromMs - fromMs, text: one.heard ?? one.text })),
    ...calls.filter(isWithin).map((one) => ({ lane: 'functions', atMs: one.fromMs - fromMs, text: `${one.name}()` })),
  ];
}

function listCalls({ calls }: PlayedDraft): readonly Moment[] {
  return calls.map(({ atMs, name }) => ({ lane: 'functions', atMs, text: `${name}()` }));
}
