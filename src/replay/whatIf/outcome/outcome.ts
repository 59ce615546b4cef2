import type { PlayedConversation } from '../played/playedConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { findAnswers, type PlayedAnswer } from './answers.ts';
import { findInterruptions, type PlayedInterruption } from './interruptions.ts';
import { findUserSpeech, findAgentSpeech, type SpeechSpan } from './speech.ts';
import { findTurns, type PlayedTurn } from './turns.ts';

/** The result of a conversation with one set of settings. */
export interface Outcome {
  readonly turns: readonly PlayedTurn[];
  /** The answer to each turn of the recording, in order. */
  readonly answers: readonly PlayedAnswer[];
  readonly interruptions: readonly PlayedInterruption[];
  /** The user's segments with their words. */
  readonly user: readonly SpeechSpan[];
  readonly agent: readonly SpeechSpan[];
}

export function outcomeOf(recorded: RecordedSession, played: PlayedConversation): Outcome {
  const agent = findAgentSpeech(recorded, played);
  const interruptions = findInterruptions(played);
  const turns = findTurns(recorded, played, { agent, interruptions });
  const answers = findAnswers(recorded, played, turns);
  return { turns, answers, interruptions, user: findUserSpeech(played), agent };
}
