import { entriesOf, type Recording } from '../recording.ts';
import { spansOf, type Span } from './spans.ts';
import { isAtWork, isOpenAtQuiet } from './turns.ts';
import { openSegment, walk } from './walk.ts';

/** What an update sets, in ms. */
const UPDATED_MS = 3000;
/** How many times in a row a user is asked. */
const TIMES = 3;

/** A user is asked who has given no sign for `user_away_timeout`, while nothing was said or done, and nothing may be words. */
export function absentUsersAreAskedInQuiet(recording: Recording): readonly string[] {
  const aways = entriesOf(recording, 'away');
  const timeoutMs = timeoutOf(recording);
  const spans = [...workOf(recording), ...disconnectionsOf(recording)];
  return aways.flatMap(({ atMs }) => {
    const fromMs = atMs - timeoutMs;
    if (timeoutMs === 0) return [`${atMs} a user is asked who need not answer`];
    const disturbing = spans.find((span) => span.fromMs < atMs && span.toMs > fromMs + 1);
    const sign = signsOf(recording).find((at) => at > fromMs + 1 && at < atMs);
    if (disturbing !== undefined) return [`${atMs} a user is asked in a ${disturbing.kind}`];
    return sign === undefined ? [] : [`${atMs} a user is asked who has given a sign at ${sign}`];
  });
}

/** Nobody is asked whose sound may be words. */
export function nobodyIsAskedWhoMakesASound(recording: Recording): readonly string[] {
  return walk<number | null>(recording, {
    initial: null,
    remember: openSegment,
    fault: (open, { of }) => (of === 'away' && open !== null ? `a user is asked over segment ${open}` : null),
  });
}

/** Users are asked up to three times in a row: each sign begins anew. */
export function absentUsersAreCounted(recording: Recording): readonly string[] {
  if (mayChange(recording)) return [];
  return walk<number>(recording, {
    initial: 0,
    remember: (count, { of, value }) => {
      if (of === 'away') return value;
      return (of === 'transcript' && value.text.trim() !== '') || of === 'textIn' ? 0 : count;
    },
    fault: (count, { of, value }) =>
      of === 'away' && (value !== count + 1 || value > TIMES)
        ? `a user is asked as number ${value} behind ${count}`
        : null,
  });
}

/** In the long silence at the end a user is asked as often as may be. */
export function absentUsersAreAsked(recording: Recording): readonly string[] {
  return isAtWork(recording) ? [] : findUnasked(recording);
}

function findUnasked(recording: Recording): readonly string[] {
  const { endedMs, quietMs, config, scenario } = recording;
  const isOver = endedMs !== null && endedMs < quietMs;
  const isOff = scenario.modes?.transcriptionOnly === true || (config.user_away_timeout ?? 0) === 0;
  if (isOver || isOff || mayChange(recording) || isOpenAtQuiet(recording)) return [];
  const { value: times, atMs } = entriesOf(recording, 'away').at(-1) ?? { value: 0, atMs: 0 };
  const isAsked = times === TIMES && atMs >= Math.max(0, ...signsOf(recording));
  return isAsked ? [] : [`a user who is silent is asked ${times} times`];
}

/** The times in which the agent says or does something. Audio of which nothing was played is no speech. */
function workOf(recording: Recording): readonly Span[] {
  const entries = recording.entries.filter(({ of, value }) => of !== 'speech' || value.kind !== 'audio');
  const work = spansOf({ ...recording, entries }).filter(({ kind }) => kind === 'reply' || kind === 'calls');
  const sounds = entriesOf(recording, 'playout');
  const stops = sounds.filter(({ value }) => value.kind === 'stopped' && value.samples > 0);
  const spoken = stops.flatMap(({ atMs: toMs, value: { utterance } }): readonly Span[] => {
    const sent = sounds.find((one) => one.value.kind === 'sent' && one.value.utterance === utterance);
    return sent === undefined ? [] : [{ kind: 'reply', fromMs: sent.atMs, toMs }];
  });
  return [...work, ...spoken];
}

/** The times in which the client is disconnected. One that comes back is there, however often it went. */
function disconnectionsOf(recording: Recording): readonly Span[] {
  const acts = entriesOf(recording, 'act').filter(({ value }) => value.startsWith('disconnect'));
  return acts.flatMap(({ atMs: fromMs, value }, n) => {
    if (value !== 'disconnect') return [];
    const toMs = acts.slice(n).find((later) => later.value === 'disconnect over')?.atMs ?? Number.POSITIVE_INFINITY;
    return [{ kind: 'client away', fromMs, toMs }];
  });
}

function signsOf(recording: Recording): readonly number[] {
  const words = entriesOf(recording, 'transcript').filter(({ value }) => value.text.trim() !== '');
  return [...words, ...entriesOf(recording, 'textIn')].map(({ atMs }) => atMs);
}

function mayChange({ scenario }: Recording): boolean {
  return scenario.acts.some((act) => act.kind === 'update' && act.changes.includes('settings'));
}

function timeoutOf(recording: Recording): number {
  const ms = 1000 * (recording.config.user_away_timeout ?? 0);
  if (!mayChange(recording)) return ms;
  return ms === 0 ? UPDATED_MS : Math.min(ms, UPDATED_MS);
}
