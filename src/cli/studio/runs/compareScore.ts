import { isDeepStrictEqual } from 'node:util';
import { diagrams, type Moment } from '../../../draw/text/diagram.ts';
import type { Recording } from '../../../record/format.ts';
import { timelineOf } from '../../../replay/timeline.ts';
import type { ScoreDraft } from '../../score/draft.ts';
import type { PlayedDraft } from '../../score/play.ts';
import type { Stretch } from '../../score/stretch.ts';

/**
 * Compares the speech heard in a score with the speech heard in the recording. Returns null if it is the same, or both
 * timelines. What the agent is saying at the end of a stretch is cut, so it does not count.
 */
export function compareScore(
  recording: Recording,
  draft: ScoreDraft,
  played: PlayedDraft,
  stretch: Stretch | undefined,
): string | null {
  const expected = draft.recorded.heard;
  const got = played.heard.map(({ text }) => text);
  const extra = stretch === undefined ? 0 : 1;
  if (isDeepStrictEqual(got.slice(0, expected.length), expected) && got.length <= expected.length + extra) return null;
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
