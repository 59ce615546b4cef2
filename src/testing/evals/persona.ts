import { AntiphonError } from '../../core/errors.ts';
import { parseMs, type Duration } from '../score/time.ts';
import { askModel, type EvalModel, type ModelMessage } from './askModel.ts';
import { formatTranscript, type TranscriptLine } from './transcript.ts';

export interface PersonaOptions extends EvalModel {
  /** Who the user is, and what they want. */
  readonly persona: string;
  /** Limit on the number of times that the user speaks. @default 10 */
  readonly maxTurns?: number | undefined;
  /** Pause between the end of the agent's speech and the user's answer. @default 700ms */
  readonly pause?: Duration | undefined;
  /** The user's time per word, in ms. @default 300 */
  readonly msPerWord?: number | undefined;
  /** Longest wait for the agent, after which the conversation ends. @default 30s */
  readonly patience?: Duration | undefined;
}

/** The user's next words. */
export interface PersonaWords {
  readonly text: string;
  /** True if the user hangs up after them. */
  readonly isLast: boolean;
}

/** A user played by a model, for `user.is`. Created by `createPersona`. */
export interface Persona {
  readonly name: string;
  readonly maxTurns: number;
  readonly pauseMs: number;
  readonly msPerWord: number;
  readonly patienceMs: number;
  /**
   * Resolves with the user's next words. Rejects with an AntiphonError `persona_failed` if the model fails, takes too
   * long, or returns nothing that can be spoken.
   */
  answer(transcript: readonly TranscriptLine[]): Promise<PersonaWords>;
}

/**
 * Creates a user played by a model.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { createPersona, score, type AskModel } from 'antiphon/testing';
 *
 * declare const agent: Agent;
 * declare const ask: AskModel;
 * const guest = createPersona({ persona: 'You are in a hurry, and want a table for two.', model: 'gpt-6-luna', ask });
 * await score(agent, ({ user, agent: expected }) => {
 *   user.is(guest);
 *   expected.calls('book_table', { people: 2 });
 * });
 * ```
 */
export function createPersona(options: PersonaOptions): Persona {
  const { persona, maxTurns = 10, pause = '700ms', msPerWord = 300, patience = '30s' } = options;
  if (!Number.isInteger(maxTurns) || maxTurns < 1)
    throw new AntiphonError('usage_invalid', `createPersona: expected maxTurns of 1 or more, got ${maxTurns}`);
  if (!(msPerWord > 0))
    throw new AntiphonError('usage_invalid', `createPersona: expected msPerWord above 0, got ${msPerWord}`);
  return {
    name: persona,
    maxTurns,
    pauseMs: parseMs(pause),
    msPerWord,
    patienceMs: parseMs(patience),
    answer: async (transcript) =>
      readWords(
        await askModel('persona', 'persona_failed', createQuestion(persona, transcript), options),
        options.model,
      ),
  };
}

/** The text that the model writes to hang up. */
const HANGS_UP = '[hangs up]';

function createQuestion(persona: string, transcript: readonly TranscriptLine[]): readonly ModelMessage[] {
  const instructions =
    `You play the user of a voice agent, on the telephone. ${persona}\n` +
    'Answer with the next thing that you say, and nothing else: plain spoken words, one or two short sentences. ' +
    `When your call is done, say goodbye, followed by ${HANGS_UP}.`;
  const heard = transcript.filter(({ speaker }) => speaker !== 'function');
  const content = heard.length === 0 ? 'The agent is waiting for you to speak.' : formatTranscript(heard);
  return [
    { role: 'system', content: instructions },
    { role: 'user', content },
  ];
}

/** Limit on the characters that a user says at a time. */
const MAX_CHARS = 1000;

function readWords(text: string, model: string): PersonaWords {
  const isLast = text.toLowerCase().includes(HANGS_UP);
  const spoken = text
    .replaceAll(/\[hangs up\]/giu, '')
    .replace(/^\s*user:/iu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (/[\p{L}\p{N}]/u.test(spoken) ? spoken.length <= MAX_CHARS : isLast) return { text: spoken, isLast };
  const message = `${model}: expected up to ${MAX_CHARS} characters of spoken words, got ${JSON.stringify(text.slice(0, 200))}`;
  throw new AntiphonError('persona_failed', message);
}
