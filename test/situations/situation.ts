import { TurnDetection } from '../../providers/names.ts';
import type { TimedEvent } from '../support/timedEvent.ts';
import type { PlayedSessionOptions } from '../support/playSession.ts';
import type { UserAction } from '../support/testSession.ts';
import { once } from '../turn-taking/createRule.ts';
import { playConversation, type Conversation } from '../turn-taking/playConversation.ts';
import { says } from '../support/userActions.ts';

/** Situations of one kind. */
export interface Chapter {
  readonly title: string;
  /** Markdown. Default: none. */
  readonly intro?: string;
  readonly situations: readonly Situation[];
}

/** An everyday situation, with what a good human would do in it. */
export interface Situation extends Words {
  /** What is heard, seen and done, from the beginning of the session to its end. */
  readonly expected: Outcome;
  /** Plays the situation on the first call; later calls return the same conversation. */
  readonly play: () => Promise<Conversation>;
  /** The same with `TurnDetection.Text()`; null for one that has a turn detection of its own. */
  readonly playWithText: (() => Promise<Conversation>) | null;
}

interface Words {
  readonly title: string;
  /** What happens, in one or two sentences. */
  readonly happens: string;
  /** What a good human would do, in one or two sentences whose subject is “a good human”. */
  readonly human: string;
  /** What the agent does instead, and which setting helps; only if it falls short of the human. */
  readonly limit?: string;
}

/** The observable outcome of a situation. */
export interface Outcome {
  readonly events: readonly TimedEvent[];
  /** The results of functions, as the model sees them. Default: none. */
  readonly results?: readonly string[];
  /** The codes of failures and diagnostics. Default: none. */
  readonly reported?: readonly string[];
}

export interface SituationOptions extends Words, Pick<Situation, 'expected'> {
  readonly score: PlayedSessionOptions;
}

/**
 * Creates a situation on doubles with usual delays: the recogniser answers 100 ms after the end of speech, the model begins
 * after 300 ms, TTS after another 100 ms. So a turn is committed 676 ms after the last sound, and answered 400 ms later.
 */
export function createSituation({ score, ...situation }: SituationOptions): Situation {
  const config = score.config ?? {};
  const withText = { ...score, config: { ...config, turn_detection: TurnDetection.Text() } };
  return {
    ...situation,
    play: once(() => playConversation(withDelays(score))),
    playWithText: 'turn_detection' in config ? null : once(() => playConversation(withDelays(withText))),
  };
}

/** The outcome of a conversation, to be compared with the expected one. */
export function outcomeOf({ events, history, codes }: Conversation): Required<Outcome> {
  const results = history().flatMap((line) => (line.startsWith('tool: ') ? [line.slice(6)] : []));
  return { events, results, reported: codes };
}

/** Speech of 320 ms per word, or as long as given. The recogniser finds each word as it ends. */
export function speaks(atMs: number, text: string, forMs?: number): UserAction {
  const words = text.split(' ').length;
  const duration = forMs ?? 320 * words;
  return says(atMs, { text, msPerWord: duration / words }, duration);
}

function withDelays(score: PlayedSessionOptions): PlayedSessionOptions {
  return {
    ...score,
    stt: { delayMs: 100, ...score.stt },
    llmBehaviour: { firstTokenMs: 300 },
    tts: { firstAudioMs: 100 },
  };
}
