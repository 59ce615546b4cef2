import type { PlayedConversation } from '../played/runConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { answersOf } from './answers.ts';
import type { Answer } from './answers.ts';
import { cutsOf } from './cuts.ts';
import type { Interruption } from './cuts.ts';
import { userSounds, agentSounds } from './sounds.ts';
import type { Sound } from './sounds.ts';
import { turnsOf } from './turns.ts';
import type { Turn } from './turns.ts';

/** What came of a conversation under one setting. */
export interface Outcome {
  readonly turns: readonly Turn[];
  /** What the user got for each turn of the recording, in its order. */
  readonly answers: readonly Answer[];
  readonly cuts: readonly Interruption[];
  /** The user's segments, with their words, and what was heard of the agent. */
  readonly user: readonly Sound[];
  readonly agent: readonly Sound[];
}

/** What a run shows. */
export function outcomeOf(recorded: RecordedSession, played: PlayedConversation): Outcome {
  const agent = agentSounds(recorded, played);
  const cuts = cutsOf(played);
  const turns = turnsOf(recorded, played, { agent, cuts });
  return { turns, answers: answersOf(recorded, played, turns), cuts, user: userSounds(played), agent };
}
