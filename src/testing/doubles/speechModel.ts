import { concatMap, defer, identity, merge, of, Subject, takeUntil, tap } from 'rxjs';
import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../core/speechToSpeech.ts';
import { trustPort } from '../../core/trustedPorts.ts';
import type { RememberedMessage, SpeechModelDoubleOptions } from './speechModelOptions.ts';
import { DoubleModel, type Script } from './speechModelScript.ts';

export type {
  RememberedMessage,
  SpeechModelDoubleOptions,
  SpeechModelReply,
  SpeechModelWords,
  UserWords,
} from './speechModelOptions.ts';

export interface SpeechModelDouble extends SpeechToSpeech {
  /** The inputs so far, without audio. */
  readonly inputs: readonly SpeechModelInput[];
  /** What the model would remember. */
  readonly memory: () => readonly RememberedMessage[];
}

const OPTIONS: NameSet<keyof SpeechModelDoubleOptions> = {
  replies: true,
  words: true,
  wordsDelayMs: true,
  firstAudioMs: true,
  msPerChar: true,
  speed: true,
  sampleRate: true,
  output: true,
  name: true,
  scheduler: true,
  ledger: true,
};

/**
 * Creates a speech model with scripted answers, whose audio encodes its text as that of `createTtsDouble` does. It is
 * as strict as a vendor: it fails the conversation for an input that a vendor would refuse.
 *
 * @example
 * ```ts
 * import { createSpeechModelDouble } from 'antiphon/testing';
 *
 * const speechModel = createSpeechModelDouble({ replies: ['Good evening.'], words: ['hello'] });
 * console.log(speechModel.name, speechModel.memory()); // speech-model-double []
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function createSpeechModelDouble(options: SpeechModelDoubleOptions = {}): SpeechModelDouble {
  checkOptions('createSpeechModelDouble', options, OPTIONS);
  const { name = 'speech-model-double', sampleRate = 24_000, output = 'audio', ledger } = options;
  const inputs: SpeechModelInput[] = [];
  let scripted: Script = { reply: 0, turn: 0 };
  let model: DoubleModel | null = null;
  return trustPort({
    name,
    model: 'double',
    sampleRate,
    output,
    inputs,
    memory: () => model?.memory ?? [],
    converse: (input, conversation) =>
      defer(() => {
        const running = new DoubleModel({ ...options, sampleRate, output }, conversation, scripted);
        model = running;
        scripted = running.script;
        const over = new Subject<void>();
        const answers = input.pipe(
          concatMap((sent) => {
            if (sent.kind !== 'audio') inputs.push(sent);
            return running.receive(sent);
          }),
          tap({ complete: () => over.next() }),
        );
        return merge(of<SpeechModelEvent>({ kind: 'ready' }), answers, running.events).pipe(
          takeUntil(over),
          ledger?.track('speechModel') ?? identity,
        );
      }),
  });
}
