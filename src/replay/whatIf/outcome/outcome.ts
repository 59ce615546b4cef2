import type { PlayedConversation } from '../played/runConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { answersOf, type Answer } from './answers.ts';
import { cutsOf, type Interruption } from './cuts.ts';
import { userSounds, agentSounds, type Sound } from './sounds.ts';
import { turnsOf, type Turn } from './turns.ts';

/** The result of a conversation with one set of settings. */
export interface Outcome {
  readonly turns: readonly Turn[];
  /** The answer to each turn of the recording, in order. */
  readonly answers: readonly Answer[];
  readonly cuts: readonly Interruption[];
  /** The user's segments with their words. */
  readonly user: readonly Sound[];
  readonly agent: readonly Sound[];
}

/** Evaluates a run. */
export function outcomeOf(recorded: RecordedSession, played: PlayedConversation): Outcome {
  const agent = agentSounds(recorded, played);
  const cuts = cutsOf(played);
  const turns = turnsOf(recorded, played, { agent, cuts });
  return { turns, answers: answersOf(recorded, played, turns), cuts, user: userSounds(played), agent };
}
