import type { Entry, Recording } from '../recording.ts';
import type { Hearing } from '../scenario.ts';

/** While a segment is open, calls are neither announced nor started, and no further round is asked for. */
export function nothingBeginsOverTheUser({ entries }: Recording): readonly string[] {
  let open: number | null = null;
  return entries.flatMap((entry) => {
    open = openAfter(entry, open);
    if (open === null || !begins(entry)) return [];
    return [`${entry.atMs} ${entry.of} over segment ${open}`];
  });
}

/** The segment that holds the agent back. */
export function openAfter({ of, value }: Entry, open: number | null): number | null {
  if (of === 'activity' && value.kind === 'started') return value.segment;
  if (of === 'activity' && value.kind === 'ended') return null;
  return of === 'error' && value.code === 'noise' ? null : open;
}

function begins({ of, value }: Entry): boolean {
  return of === 'functionCalls' || (of === 'handler' && value.at(-1)?.role === 'tool');
}

/**
 * What was said while the agent was silent is a turn, soon: at the end of the long quiet nothing is left over but what was
 * said over the agent, or came late.
 */
export function whatIsSaidInSilenceIsATurn({ entries, quietMs, endedMs, scenario }: Recording): readonly string[] {
  const { firstMessage, reactions, acts, hearings, stt } = scenario;
  const isInterrupted = [...reactions, ...acts].some(({ kind }) => kind === 'interrupt');
  if (endedMs !== quietMs || firstMessage > 0 || isInterrupted) return [];
  const isLate = ({ late, delayMs }: Hearing): boolean => late !== null || delayMs >= stt.finalTimeoutMs;
  const mayBeLeft = new Set(hearings.flatMap((hearing, segment) => (isLate(hearing) ? [`s${segment}`] : [])));
  let audible = false;
  let speaking: number | null = null;
  return entries.flatMap(({ atMs, of, value }) => {
    if (of === 'playout' && value.kind !== 'played') audible = value.kind !== 'stopped';
    if (of === 'activity' && value.kind === 'started') speaking = value.segment;
    if (audible && speaking !== null) mayBeLeft.add(`s${speaking}`);
    if (of === 'activity' && value.kind === 'ended') speaking = null;
    if (of !== 'event' || value.name !== 'on_user_message_added' || atMs !== quietMs) return [];
    const left = value.input.message.content.split(' ').filter((word) => !mayBeLeft.has(word.split('w')[0] ?? ''));
    return left.map((word) => `"${word}" was never committed`);
  });
}
