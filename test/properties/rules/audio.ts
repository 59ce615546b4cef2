import { msOfSamples } from '../../../src/core/audio.ts';
import type { Transcript } from '../../../src/core/speech.ts';
import type { Entry, EntryOf, Recording } from '../recording.ts';
import { remarksOf } from '../scenario.ts';
import { findBackchannels, wordsOf, type UserWord } from './userWords.ts';
import { areFirst } from './replies.ts';
import { openSegment, walk } from './walk.ts';

/** Of the voice, in Hz. */
const RATE = 16_000;

interface Sounding {
  /** What has left, and has not stopped. */
  readonly audible: string | null;
  /** How much has left of each utterance, in samples. */
  readonly sent: Readonly<Record<string, number>>;
  /** When all that has left is played, by the pacing clock. */
  readonly playsUntilMs: number;
  /** When the client was lost; it plays nothing while it is away. Null: it is there. */
  readonly awayAtMs: number | null;
}

const SILENCE: Sounding = { audible: null, sent: {}, playsUntilMs: Number.NEGATIVE_INFINITY, awayAtMs: null };

/** No audio begins over an open segment that is not noise: neither the first of an utterance nor after a silence inside it. */
export function noAudioBeginsOverTheUser(recording: Recording): readonly string[] {
  return walk<Sounding & { readonly open: number | null }>(recording, {
    initial: { ...SILENCE, open: null },
    remember: (memory, entry) => ({ ...sound(memory, entry, recording), open: openSegment(memory.open, entry) }),
    fault: ({ open, ...sounding }, entry) =>
      open !== null && begins(sounding, entry) ? `audio begins over segment ${open}` : null,
  });
}

/** No audio begins while words wait for their commit that were begun in the agent’s silence, and not said while a function ran. */
export function noAudioBeginsOverAWaitingTurn(recording: Recording): readonly string[] {
  const { firstMessage, acts, reactions, completions, splice } = recording.scenario;
  const isEnding = [...acts, ...reactions].some(({ kind }) => kind.startsWith('end') || kind === 'close');
  if (
    firstMessage > 0 ||
    splice === 'half the turns' ||
    isEnding ||
    completions.some(({ calls }) => calls.includes('goodbye'))
  )
    return [];
  const isBackchannel = findBackchannels(recording);
  const remarks = new Set(remarksOf(recording.scenario));
  const isNoTurn = (spoken: UserWord): boolean => remarks.has(spoken.word) || isBackchannel(spoken);
  return walk<Sounding & Waiting>(recording, {
    initial: { ...SILENCE, live: [], waiting: [], tentative: [], calling: false },
    remember: (memory, entry) => ({ ...sound(memory, entry, recording), ...wait(memory, entry, isNoTurn) }),
    fault: ({ waiting, tentative, ...sounding }, entry) => {
      const all = [...waiting, ...tentative];
      return all.length > 0 && begins(sounding, entry) ? `audio begins while segments ${all.join()} wait` : null;
    },
  });
}

interface Waiting {
  /** Segments that began while the agent was silent, and are neither committed nor noise. */
  readonly live: readonly number[];
  /** Those of which a final has brought words. */
  readonly waiting: readonly number[];
  /** Those whose latest interim has words. */
  readonly tentative: readonly number[];
  /** Whether functions run: words may wait for them. */
  readonly calling: boolean;
}

function wait(memory: Waiting & Sounding, entry: Entry, isBackchannel: (spoken: UserWord) => boolean): Waiting {
  const { atMs, of, value } = entry;
  const { live, waiting, tentative, audible } = memory;
  const calling = of === 'functionCalls' || (memory.calling && !areFirst(entry));
  const without = (isGone: (segment: number) => boolean): Waiting => {
    const left = (segments: readonly number[]): readonly number[] => segments.filter((one) => !isGone(one));
    return { live: left(live), waiting: left(waiting), tentative: left(tentative), calling };
  };
  if (of === 'activity' && value.kind === 'started' && audible === null)
    return { live: [...live, value.segment], waiting, tentative, calling };
  if (of === 'transcript' && live.includes(value.segment)) {
    const { segment } = value;
    if (calling) return without((one) => one === segment);
    const hasWords = wordsOf(value.text).some((word) => !isBackchannel({ word, atMs, segment }));
    return { ...addWords(memory, value, hasWords), calling };
  }
  const isTold = of === 'event' && value.name === 'on_user_message_added';
  return without(
    (segment) =>
      (isTold && value.input.message.content.includes(`s${segment}w`)) ||
      (of === 'error' && value.details.segment === segment) ||
      (of === 'activity' && value.kind === 'ended' && value.by === 'clear' && value.segment === segment),
  );
}

function addWords(
  { live, waiting, tentative }: Waiting,
  { segment, kind }: Transcript,
  hasWords: boolean,
): Omit<Waiting, 'calling'> {
  const others = tentative.filter((one) => one !== segment);
  if (kind === 'interim') return { live, waiting, tentative: hasWords ? [...others, segment] : others };
  const settled = waiting.filter((one) => one !== segment);
  return { live, waiting: hasWords ? [...settled, segment] : settled, tentative: others };
}

/** Nothing leaves of an utterance that was cut or has stopped. */
export function nothingLeavesAfterTheEnd(recording: Recording): readonly string[] {
  return walk<readonly string[]>(recording, {
    initial: [],
    remember: (over, { of, value }) => {
      const isCut = of === 'speech' && value.kind === 'ended' && value.reason === 'interrupted';
      return isCut || (of === 'playout' && value.kind === 'stopped') ? [...over, value.utterance] : over;
    },
    fault: (over, { of, value }) =>
      of === 'playout' && value.kind === 'sent' && over.includes(value.utterance)
        ? `audio of ${value.utterance} leaves after its end`
        : null,
  });
}

/** Nothing leaves while the client is away. */
export function nothingLeavesForNobody(recording: Recording): readonly string[] {
  return walk(recording, {
    initial: true,
    remember: (isThere, { of, value }) => {
      if (of !== 'act') return isThere;
      return value === 'disconnect over' || (isThere && value !== 'disconnect');
    },
    fault: (isThere, { of, value }) =>
      of === 'playout' && value.kind === 'sent' && !isThere ? `audio of ${value.utterance} leaves for nobody` : null,
  });
}

function begins({ sent, playsUntilMs }: Sounding, { atMs, of, value }: Entry): boolean {
  if (of !== 'playout' || value.kind !== 'sent') return false;
  return sent[value.utterance] === undefined || atMs > playsUntilMs + 1;
}

function pause(memory: Sounding, atMs: number, act: EntryOf<'act'>['value']): Sounding {
  const { playsUntilMs, awayAtMs } = memory;
  if (act === 'disconnect') return { ...memory, awayAtMs: atMs };
  if (act !== 'disconnect over' || awayAtMs === null) return memory;
  const isPlaying = playsUntilMs > awayAtMs;
  return { ...memory, awayAtMs: null, playsUntilMs: isPlaying ? playsUntilMs + atMs - awayAtMs : playsUntilMs };
}

function sound(memory: Sounding, { atMs, of, value }: Entry, { scenario }: Recording): Sounding {
  if (of === 'act') return pause(memory, atMs, value);
  if (of !== 'playout') return memory;
  const { audible, sent, playsUntilMs } = memory;
  if (value.kind === 'stopped') {
    const isEarlier = audible !== null && audible !== value.utterance;
    return isEarlier ? memory : { ...memory, audible: null, playsUntilMs: Math.min(playsUntilMs, atMs) };
  }
  if (value.kind !== 'sent') return memory;
  const rate = scenario.client.outputSampleRate ?? RATE;
  const ms = msOfSamples(value.samples - (sent[value.utterance] ?? 0), rate);
  return {
    ...memory,
    audible: value.utterance,
    sent: { ...sent, [value.utterance]: value.samples },
    playsUntilMs: Math.max(playsUntilMs, atMs) + ms,
  };
}
