import type { ConverseOptions, SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import type { JsonObject } from '../../json.ts';
import type { SocketRequest } from '../../socket.ts';
import type { AdapterOptions } from '../../wireDeps.ts';
import { createWebSocketSpeechModel } from '../createWebSocketSpeechModel.ts';
import { ConversationDialect } from './conversationDialect.ts';
import { instructionsOf, toRealtimeTool } from './conversationMessages.ts';

/** Rate of the audio in both directions, in Hz. */
export const REALTIME_RATE = 24_000;

export const REALTIME_FORMAT: JsonObject = { type: 'audio/pcm', rate: REALTIME_RATE };

/** What differs between the services that have OpenAI's realtime API. */
export interface RealtimeService {
  /** Name of the provider. */
  readonly name: string;
  readonly model: string;
  readonly output: SpeechToSpeech['output'];
  readonly request: () => SocketRequest;
  /** False if the settings turn the transcription of the user off. */
  readonly transcribes: boolean;
  /**
   * Returns the session of the first `session.update`. `changes` are its type, instructions and functions.
   * `transcribes`: whether the user's words are wanted.
   */
  readonly createSession: (changes: JsonObject, transcribes: boolean) => JsonObject;
  /** How it says a text of the application. @default 'response' */
  readonly says?: 'response' | 'force_message' | undefined;
  /** Age at which a connection is replaced, in ms. */
  readonly maxAgeMs: number;
}

/** Creates a speech model of a service with OpenAI's realtime API. */
export function createRealtimeSpeechModel(service: RealtimeService, options?: AdapterOptions): SpeechToSpeech {
  const { name, model, output, request, maxAgeMs } = service;
  return createWebSocketSpeechModel(
    {
      name,
      model,
      sampleRate: REALTIME_RATE,
      output,
      request,
      maxAgeMs,
      dialect: (conversation) => createDialect(service, conversation),
    },
    options,
  );
}

function createDialect(
  { createSession, transcribes: canTranscribe, says = 'response' }: RealtimeService,
  { history, tools, words }: ConverseOptions,
): ConversationDialect {
  const transcribes = words && canTranscribe;
  const instructions = (): string => instructionsOf(history());
  const changes = (): JsonObject => ({
    type: 'realtime',
    instructions: instructions(),
    tools: tools().map(toRealtimeTool),
  });
  return new ConversationDialect({
    session: () => createSession(changes(), transcribes),
    changes,
    instructions,
    history,
    transcribes,
    sampleRate: REALTIME_RATE,
    says,
  });
}
