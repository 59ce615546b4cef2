import type { Outgoing } from '../../record/format.ts';
import type { TimedValue } from '../lines.ts';

type Ended = Extract<Outgoing['activity'], { readonly kind: 'ended' }>;

/** When the last voiced sample of a segment was heard, in ms of the session: its end is told some silence later. */
export function lastVoicedAt({ t, v }: TimedValue<Ended>): number {
  return t - (v.atMs - v.lastVoicedMs);
}

/** The ends of the segments, in their order. */
export function endsOf(activity: readonly TimedValue<Outgoing['activity']>[]): readonly TimedValue<Ended>[] {
  return activity.flatMap(({ t, v }) => (v.kind === 'ended' ? [{ t, v }] : []));
}
