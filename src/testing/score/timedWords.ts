import { joinText } from '../../core/text.ts';
import { loudness } from '../audio.ts';
import type { SpeechModelReply, UserWords } from '../doubles/speechModel.ts';
import type { LlmReply } from '../doubles/streamReply.ts';
import type { UserSound } from './actions.ts';

/** Creates the words of a speech model's double: those of all sounds since the last commit. */
export function createTimedWords(currentSound: () => UserSound | undefined): UserWords {
  let sounds: readonly UserSound[] = [];
  return {
    add: (samples) => {
      const sound = loudness(samples) > 0 ? currentSound() : undefined;
      if (sound !== undefined && !sounds.includes(sound)) sounds = [...sounds, sound];
    },
    commit: () => {
      const text = joinText(...sounds.flatMap(({ utterance }) => utterance?.text ?? ''));
      sounds = [];
      return text;
    },
    clear: () => {
      sounds = [];
    },
  };
}

/** Converts the answer of a language model to one of a speech model. */
export function toSpeechModelReply(reply: string | LlmReply): string | SpeechModelReply {
  if (typeof reply === 'string') return reply;
  const { text = '', calls = [], firstTokenMs } = reply;
  return {
    text: typeof text === 'string' ? text : text.join(''),
    calls,
    ...(firstTokenMs !== undefined && { firstAudioMs: firstTokenMs }),
  };
}
