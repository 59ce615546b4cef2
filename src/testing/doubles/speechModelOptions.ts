import type { SchedulerLike } from 'rxjs';
import type { SubscriptionLedger } from '../../stream/subscriptionLedger.ts';

/** The response of the double to one request. */
export interface SpeechModelReply {
  /** The text; an array is several messages in one response. Default: none. */
  readonly text?: string | readonly string[] | undefined;
  /** Functions to call, after the text. */
  readonly calls?: readonly { readonly name: string; readonly arguments?: unknown; readonly id?: string | undefined }[];
  /** Time from the request to the first audio, in ms. Default: that of the double. */
  readonly firstAudioMs?: number | undefined;
  /** The number of messages after which it fails. Default: never. */
  readonly failAfterItems?: number | undefined;
}

/** The words of one turn of the user: a text, a text that comes late, or null for a failed transcription. */
export type SpeechModelWords = string | { readonly text: string | null; readonly delayMs: number } | null;

/** Finds the words of the user's turns in its audio. */
export interface UserWords {
  add(samples: Int16Array): void;
  /** Returns the words of the audio since the last commit. */
  commit(): SpeechModelWords;
  /** Forgets the audio since the last commit. */
  clear(): void;
}

export interface SpeechModelDoubleOptions {
  /** The responses, in order of the requests. A text to say is not one of them: it is said as requested. */
  readonly replies?: readonly (string | SpeechModelReply)[] | undefined;
  /** The words of the user's turns, in order, or an object that finds them. Further turns have none. */
  readonly words?: readonly SpeechModelWords[] | UserWords | undefined;
  /** Time from a commit to the words of its turn, in ms. Default 300. */
  readonly wordsDelayMs?: number | undefined;
  /** Time from a request to the first audio, in ms. Default 0. */
  readonly firstAudioMs?: number | undefined;
  /** Audio per character, in ms. Default 60. */
  readonly msPerChar?: number | undefined;
  /** Speed of the audio relative to playback. Default 8. */
  readonly speed?: number | undefined;
  /** In Hz. Default 24000. */
  readonly sampleRate?: number | undefined;
  /** Default `audio`. */
  readonly output?: 'audio' | 'text' | undefined;
  /** Default `speech-model-double`. */
  readonly name?: string | undefined;
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `speechModel`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

/** A message of the conversation, as the double remembers it. */
export interface RememberedMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  /** The text; of a turn of the user that was spoken, its number. */
  readonly content: string;
  /** The audio of a message of the agent that was cut, in ms. */
  readonly heardMs?: number | undefined;
}
