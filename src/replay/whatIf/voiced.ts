import type { Outgoing } from '../../record/format.ts';
import type { Told } from '../lines.ts';

type Ended = Extract<Outgoing['activity'], { readonly kind: 'ended' }>;

/** When the last voiced sample of a segment was heard, in ms of the session: its end is told some silence later. */
export function lastVoicedAt({ t, v }: Told<Ended>): number {
  return t - (v.atMs - v.lastVoicedMs);
}

/** The ends of the segments, in their order. */
export function endsOf(activity: readonly Told<Outgoing['activity']>[]): readonly Told<Ended>[] {
  return activity.flatMap(({ t, v }) => (v.kind === 'ended' ? [{ t, v }] : []));
}
