import type { Entry, Recording } from '../recording.ts';
import type { Hearing } from '../scenario.ts';
import { openSegment, walk } from './walk.ts';

/** While a segment is open, calls are neither announced nor started, and no further round is requested. */
export function nothingBeginsOverTheUser(recording: Recording): readonly string[] {
  return walk<number | null>(recording, {
    initial: null,
    remember: openSegment,
    fault: (open, { of, value }) => {
      const begins = of === 'functionCalls' || (of === 'handler' && value.at(-1)?.role === 'tool');
      return begins && open !== null ? `${of} over segment ${open}` : null;
    },
  });
}

interface Silence {
  readonly audible: boolean;
  readonly speaking: string | null;
  /** Segments with speech over the agent, or with late words. */
  readonly excused: readonly string[];
}

/**
 * Speech while the agent was silent is a turn, soon: at the end of the long quiet nothing is left over but what was
 * said over the agent, or came late.
 */
export function whatIsSaidInSilenceIsATurn(recording: Recording): readonly string[] {
  const { quietMs, endedMs, scenario } = recording;
  const { firstMessage, reactions, acts, hearings, stt } = scenario;
  const isInterrupted = [...reactions, ...acts].some(({ kind }) => kind === 'interrupt');
  if (endedMs !== quietMs || firstMessage > 0 || isInterrupted) return [];
  const isLate = ({ late, delayMs }: Hearing): boolean => late !== null || delayMs >= stt.finalTimeoutMs;
  const late = hearings.flatMap((hearing, segment) => (isLate(hearing) ? [`s${segment}`] : []));
  return walk<Silence>(recording, {
    initial: { audible: false, speaking: null, excused: late },
    remember: listen,
    fault: ({ excused }, { atMs, of, value }) => {
      if (of !== 'event' || value.name !== 'on_user_message_added' || atMs !== quietMs) return null;
      const left = value.input.message.content.split(' ').filter((word) => !excused.includes(word.split('w')[0] ?? ''));
      return left.length === 0 ? null : `"${left.join(' ')}" was never committed`;
    },
  });
}

function listen(silence: Silence, entry: Entry): Silence {
  const { of, value } = entry;
  const audible = of === 'playout' && value.kind !== 'played' ? value.kind !== 'stopped' : silence.audible;
  const speaking = of === 'activity' && value.kind === 'started' ? `s${value.segment}` : silence.speaking;
  const excused = audible && speaking !== null ? [...silence.excused, speaking] : silence.excused;
  return { audible, excused, speaking: of === 'activity' && value.kind === 'ended' ? null : speaking };
}
