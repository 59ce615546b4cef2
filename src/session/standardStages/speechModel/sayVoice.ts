import { concatMap, defer, filter, finalize, of, reduce } from 'rxjs';
import type { TextToSpeech } from '../../../core/ports.ts';
import type { Conversation } from './conversation.ts';
import { createReplyVoice } from './replyVoice.ts';
import type { ReplyAudio } from './replyAudio.ts';

export interface SayVoiceOptions {
  /** Called before the first audio of a text, with the sample of its audio at which that begins. */
  readonly onStart: (audio: ReplyAudio, sample: number) => void;
  /** Called when the model is asked to say a text. */
  readonly onAsk: () => void;
}

/**
 * Creates a voice that has the speech model say a given text: the model is asked to say it, and may say something else.
 * It speaks when the text is complete.
 */
export function createSayVoice(conversation: Conversation, { onStart, onAsk }: SayVoiceOptions): TextToSpeech {
  const { name, sampleRate } = conversation;
  const ask = (script: string): ReturnType<TextToSpeech['synthesize']> =>
    defer(() => {
      onAsk();
      const audio = conversation.say(script);
      const { turn } = audio;
      const voice = createReplyVoice(audio, { name, sampleRate, before: '', onStart: (at) => onStart(audio, at) });
      return voice.synthesize(of(script)).pipe(finalize(() => conversation.cancel(turn)));
    });
  return {
    name,
    sampleRate,
    accepts: 'tokens',
    language: 'und',
    synthesize: (text) =>
      text.pipe(
        reduce((script, piece) => script + piece, ''),
        filter((script) => script.trim() !== ''),
        concatMap(ask),
      ),
  };
}
