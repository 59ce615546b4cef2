import { EMPTY, filter, tap, using, type Observable } from 'rxjs';
import { replies } from '../../../../operators/llmTurn/replies.ts';
import { speak } from '../../../../operators/speak.ts';
import type { SpokenPart } from '../../../../operators/speak/speakOptions.ts';
import { AntiphonError } from '../../../core/errors.ts';
import type { SessionIo, TextToSpeech } from '../../../core/ports.ts';
import type { SpeechModelEvent, SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import type { AnsweringAgent } from '../../recording.ts';
import type { StageContext, StageFactories, StageOperators } from '../../stages.ts';
import type { CurrentSettings } from '../../updates/createUpdates.ts';
import { listTools, valueOf } from '../createRespond.ts';
import { Conversation } from './conversation.ts';
import { createModelChunks } from './createModelChunks.ts';
import { createReplyVoice } from './replyVoice.ts';
import { createSayVoice } from './sayVoice.ts';
import { followSession, toChatMessages } from './followSession.ts';
import { alone, besideStt } from './hearing.ts';
import { keepMemory } from './keepMemory.ts';
import { PlayedAudio } from './playedAudio.ts';
import type { ReplyAudio } from './replyAudio.ts';

export interface ModelStagesOptions<SessionData extends object> {
  readonly model: SpeechToSpeech;
  readonly agent: AnsweringAgent<SessionData>;
  readonly settings: CurrentSettings;
  readonly io: Pick<SessionIo, 'outputSampleRate'>;
  /** True if a recogniser runs beside the model. */
  readonly hasStt: boolean;
  /** The voice for texts that the model does not generate; null: the model says them. */
  readonly tts: TextToSpeech | null;
  /** Voices that replace it. */
  readonly replacing: Observable<TextToSpeech>;
  readonly functionChanges: Observable<unknown>;
}

/** Creates a stage, given the standard one. */
type Wrapped<Name extends 'transcribe' | 'speak'> = (
  context: StageContext,
  standard: StageFactories[Name],
) => StageOperators[Name];

/** The stages of a speech model. It uses the standard stages where a recogniser or a voice is beside it. */
export interface ModelStages extends Pick<StageFactories, 'llmTurn'> {
  readonly transcribe: Wrapped<'transcribe'>;
  readonly speak: Wrapped<'speak'>;
}

/** Creates the stages of a speech model that hears the user and speaks its answers. They share one conversation. */
export function createModelStages<SessionData extends object>(options: ModelStagesOptions<SessionData>): ModelStages {
  const { model, agent, settings, hasStt } = options;
  const played = new PlayedAudio();
  let history: StageContext['history'] = EMPTY;
  const conversation = new Conversation({
    model,
    history: () => toChatMessages(valueOf(history)),
    tools: () => listTools(agent) ?? [],
    words: !hasStt,
  });
  /** The turns whose replies the model speaks; a session has at most some thousands. */
  const spoken = new Set<number>();
  const converse = (context: StageContext): Observable<SpeechModelEvent> =>
    using(
      () => {
        ({ history } = context);
        const running = keepMemory(conversation, played, context);
        const { functionChanges } = options;
        running.add(followSession(conversation, { ...context, functionChanges, speaks: (turn) => spoken.has(turn) }));
        return running;
      },
      () => conversation.run(),
    );
  return {
    transcribe: (context, standard) =>
      hasStt
        ? besideStt(conversation, standard(context), converse(context), context)
        : alone(conversation, () => settings.ofTurn().interruptTimeThresholdMs, converse(context), context),
    llmTurn: (context) => (turns) =>
      turns.pipe(
        tap(({ turn }) => {
          conversation.forgetBefore(turn);
          spoken.add(turn);
        }),
        createLlmTurn(conversation, settings, context),
      ),
    speak: (context, standard) => (reply) =>
      reply.pipe(
        model.output === 'text' ? standard(context) : createSpeak(conversation, played, options, context),
        tap((event) => played.addSpeech(event, conversation.sampleRate)),
      ),
  };
}

function createLlmTurn(
  conversation: Conversation,
  { ofReply }: CurrentSettings,
  { floor, report, progress, scheduler }: StageContext,
): StageOperators['llmTurn'] {
  return replies({
    chunks: createModelChunks(conversation, scheduler),
    cut: floor.replyEnded,
    results: floor.executed,
    open: floor.open,
    get maxRounds() {
      return ofReply().maxNestedFunctionCalls;
    },
    get hiddenTags() {
      return conversation.output === 'text' ? ofReply().hiddenTags : [];
    },
    report,
    progress,
    scheduler,
  });
}

function createSpeak<SessionData extends object>(
  conversation: Conversation,
  played: PlayedAudio,
  { tts, replacing, io }: ModelStagesOptions<SessionData>,
  { floor, edges, report, progress, scheduler }: StageContext,
): StageOperators['speak'] {
  const existingSpeech = ({ turn, utterance, before, isFiller }: SpokenPart): TextToSpeech | undefined => {
    const audio = isFiller ? undefined : conversation.audioOf(turn);
    const begin = (begun: ReplyAudio, from: number): void => played.begin(utterance, { audio: begun, from, isFiller });
    if (audio !== undefined) {
      const { name, sampleRate } = conversation;
      return createReplyVoice(audio, { name, sampleRate, before, onStart: (from) => begin(audio, from) });
    }
    return tts === null
      ? createSayVoice(conversation, { onStart: begin, onAsk: () => report(createInexact(turn)) })
      : undefined;
  };
  return speak({
    tts: tts ?? createSayVoice(conversation, { onStart: () => {}, onAsk: () => {} }),
    replacing,
    existingSpeech,
    sampleRate: io.outputSampleRate ?? conversation.sampleRate,
    cut: floor.cut,
    resume: floor.resume,
    sent: edges.playout.pipe(filter((event) => event.kind === 'sent')),
    open: floor.open,
    report,
    progress,
    scheduler,
  });
}

function createInexact(turn: number): AntiphonError {
  const message = 'the speech model says a text of the application, perhaps in other words: `tts` beside it is exact';
  return new AntiphonError('text_not_exact', message, { failure: false, turn });
}
