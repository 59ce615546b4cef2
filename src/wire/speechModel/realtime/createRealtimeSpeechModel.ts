import type { ConverseOptions, SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import type { Extra } from '../../../core/extra.ts';
import { withExtraBody, withExtraHeaders } from '../../extra.ts';
import type { JsonObject } from '../../json.ts';
import type { SocketRequest } from '../../socket.ts';
import type { AdapterOptions } from '../../wireDeps.ts';
import { createWebSocketSpeechModel } from '../createWebSocketSpeechModel.ts';
import { ConversationDialect } from './conversationDialect.ts';
import { instructionsOf, toRealtimeTool } from './conversationMessages.ts';

/** Rate of the audio in both directions, in Hz. */
export const REALTIME_RATE = 24_000;

export const REALTIME_FORMAT: JsonObject = { type: 'audio/pcm', rate: REALTIME_RATE };

/** The settings that all services have. */
export interface RealtimeSettings extends Pick<SpeechToSpeech, 'model' | 'output'> {
  /** Empty: the user is not transcribed. */
  readonly transcription_model: string;
  readonly extra?: Extra<'body' | 'headers'> | undefined;
}

/** What differs between the services that have OpenAI's realtime API. */
export interface RealtimeService {
  /** Name of the provider. */
  readonly name: string;
  readonly url: string;
  readonly headers: SocketRequest['headers'];
  readonly settings: RealtimeSettings;
  /** Returns the fields of the session besides its type, instructions and functions. */
  readonly createSession: (transcription: JsonObject | null) => JsonObject;
  /** How it says a text of the application. @default 'response' */
  readonly says?: 'response' | 'force_message' | undefined;
  /** Age at which a connection is replaced, in ms. */
  readonly maxAgeMs: number;
}

/** Creates a speech model of a service with OpenAI's realtime API. */
export function createRealtimeSpeechModel(service: RealtimeService, options?: AdapterOptions): SpeechToSpeech {
  const { name, url, settings, maxAgeMs } = service;
  const headers = withExtraHeaders(service.headers, settings.extra);
  return createWebSocketSpeechModel(
    {
      name,
      model: settings.model,
      sampleRate: REALTIME_RATE,
      output: settings.output,
      request: () => ({ url, headers }),
      maxAgeMs,
      dialect: (conversation) => createDialect(service, conversation),
    },
    options,
  );
}

function createDialect(
  { settings: { transcription_model: model, extra }, createSession, says = 'response' }: RealtimeService,
  { history, tools, words }: ConverseOptions,
): ConversationDialect {
  const transcribes = words && model !== '';
  const instructions = (): string => instructionsOf(history());
  const changes = (): JsonObject => ({
    type: 'realtime',
    instructions: instructions(),
    tools: tools().map(toRealtimeTool),
  });
  return new ConversationDialect({
    session: () => withExtraBody({ ...changes(), ...createSession(transcribes ? { model } : null) }, extra),
    changes,
    instructions,
    history,
    transcribes,
    sampleRate: REALTIME_RATE,
    says,
  });
}
