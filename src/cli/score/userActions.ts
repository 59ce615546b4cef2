import type { Recording } from '../../record/format.ts';
import type { RecordedSegment } from '../../replay/whatIf/recorded/recordedSegment.ts';
import type { RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';
import { textOfWords, type Word } from '../../replay/whatIf/recorded/words.ts';
import { median } from '../../replay/whatIf/recorded/utterances.ts';
import { timelineOf } from '../../replay/timeline.ts';
import { parseConfig } from '../../session/config/config.ts';
import type { SpeechBehaviour } from '../../testing/score/actions.ts';
import { findStretches, WINDOW_MS } from '../turns/stretches.ts';

/** One line of a score: an action of the user, the client or the application. */
export interface DraftAction {
  readonly atMs: number;
  /** Its end in ms, for sounds. */
  readonly toMs?: number | undefined;
  readonly method:
    | 'user.says'
    | 'user.noise'
    | 'user.types'
    | 'user.mutes'
    | 'user.unmutes'
    | 'client.disconnects'
    | 'client.returns'
    | 'agent.responds';
  readonly args: readonly unknown[];
}

/**
 * Longest pause that does not divide speech, in ms. After a longer one, voice counts as another stretch for an
 * interruption.
 */
const JOINED_MS = 128;
/** A recogniser answer that deviates from the usual delay by more than this is written down, in ms. */
const UNUSUAL_MS = 30;

/** Reads the actions of the user, the client and the application, in order of time. */
export function readUserActions(recording: Recording, session: RecordedSession): readonly DraftAction[] {
  const switches = [
    ...switchActions(session.muted, 'user.mutes', 'user.unmutes', false),
    ...switchActions(session.connected, 'client.returns', 'client.disconnects', true),
  ];
  const typed = session.typed.map(({ atMs, text }) => ({ atMs, method: 'user.types' as const, args: [text] }));
  const asked = session.requests.flatMap(({ atMs, request }): DraftAction[] =>
    request.kind === 'respond' ? [{ atMs, method: 'agent.responds', args: [request.request ?? []].flat() }] : [],
  );
  return [...readSounds(recording, session), ...typed, ...switches, ...asked].toSorted((a, b) => a.atMs - b.atMs);
}

/** Returns the changes of a switch whose initial value is `initially`. */
function switchActions(
  values: readonly { readonly atMs: number; readonly value: boolean }[],
  on: DraftAction['method'],
  off: DraftAction['method'],
  initially: boolean,
): readonly DraftAction[] {
  const changes = values.filter(({ value }, n) => value !== (values[n - 1]?.value ?? initially));
  return changes.map(({ atMs, value }) => ({ atMs, method: value ? on : off, args: [] }));
}

/** A stretch of voice, with the words in it. */
interface Sound {
  readonly fromMs: number;
  readonly toMs: number;
  /** Its first window, and the window after its last. */
  readonly from: number;
  readonly to: number;
  readonly words: Word[];
}

function readSounds(recording: Recording, session: RecordedSession): readonly DraftAction[] {
  const sounds = findSounds(recording, session);
  for (const word of session.transcribed.words) {
    const sound = sounds.findLast(({ from }) => from <= word.window) ?? sounds[0];
    sound?.words.push(word);
  }
  return sounds.map((sound) => createSound(sound, sounds, session));
}

function findSounds(recording: Recording, { windows }: RecordedSession): readonly Sound[] {
  const { vad } = parseConfig({ ...recording.head.config, session_data: {} });
  const times = timelineOf(recording).windows;
  const sounds: Sound[] = [];
  for (const { fromMs, toMs } of findStretches(windows.scores, vad)) {
    const [from, to] = [Math.max(0, Math.round(fromMs / WINDOW_MS)), Math.round(toMs / WINDOW_MS)];
    const last = sounds.at(-1);
    const beganMs = times[from]?.fromMs ?? fromMs;
    const endedMs = times[to - 1]?.toMs ?? toMs;
    if (last !== undefined && (from - last.to) * WINDOW_MS <= JOINED_MS)
      sounds[sounds.length - 1] = { ...last, to, toMs: endedMs };
    else sounds.push({ fromMs: beganMs, toMs: endedMs, from, to, words: [] });
  }
  return sounds;
}

function createSound(sound: Sound, all: readonly Sound[], session: RecordedSession): DraftAction {
  const [atMs, toMs] = [Math.round(sound.fromMs), Math.round(sound.toMs)];
  const lasting = formatMs(toMs - atMs);
  if (sound.words.length === 0) return { atMs, toMs, method: 'user.noise', args: [lasting] };
  const behaviour = behaviourOf(sound, all, session);
  const text = textOfWords(sound.words);
  return { atMs, toMs, method: 'user.says', args: [text, lasting, ...(behaviour === undefined ? [] : [behaviour])] };
}

/** Returns the recogniser's behaviour, but only for the last speech of a segment, which is decisive. */
function behaviourOf(
  sound: Sound,
  all: readonly Sound[],
  { transcribed: { segments } }: RecordedSession,
): SpeechBehaviour | undefined {
  const segment = segments.findLast(({ from }) => from < sound.to);
  if (segment?.ended !== true) return undefined;
  const later = all.find((other) => other.from >= sound.to && other.words.length > 0);
  if (later !== undefined && later.from <= segment.to) return undefined;
  const { answer } = segment;
  if (answer === null) return { answer: 'none' };
  if (answer.kind === 'failed') return { answer: 'failed' };
  const delayMs = Math.max(0, Math.round(answer.afterMs));
  const isUsual = Math.abs(delayMs - usualDelayMs(segments)) <= UNUSUAL_MS;
  return isUsual ? undefined : { delay: formatMs(delayMs) };
}

/** Returns the median delay from the end of a segment to its answer, in ms. */
export function usualDelayMs(segments: readonly RecordedSegment[]): number {
  const delays = segments.flatMap(({ answer }) => (answer === null ? [] : [answer.afterMs]));
  return Math.max(0, Math.round(median(delays) ?? 50));
}

/** Formats a time as a score does. */
export function formatMs(ms: number): `${number}ms` {
  return `${Math.round(ms)}ms`;
}
