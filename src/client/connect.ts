import { openAudio, waitUntilRunning } from './audio.ts';
import { openConversation, type Conversation, type ConversationEvents } from './conversation.ts';
import { requestMicrophone } from './requestMicrophone.ts';
import { openSocket } from './openSocket.ts';
import { startSession, type StartSessionOptions } from './sessions.ts';

/** `lifetime`: aborted, it releases everything. */
export interface ConnectOptions extends StartSessionOptions {
  /** False: no microphone is requested. */
  readonly microphone: boolean;
  readonly events: ConversationEvents;
}

/**
 * Opens devices, session and connection, in this order. Resolves when the server has started the session.
 *
 * @throws CallError of any code
 */
export async function connect({ microphone, events, ...options }: ConnectOptions): Promise<Conversation> {
  const { lifetime } = options;
  // Both at once: the permission of a click is short.
  const requested = microphone ? requestMicrophone(lifetime) : undefined;
  const [context, stream] = await Promise.all([openAudio(lifetime), requested]);
  await waitUntilRunning(context);
  const transport = await startSession(options);
  const { webSocket, url } = await openSocket(transport, lifetime);
  const { token, audio } = transport;
  const { sample_rate: sampleRate } = audio.input;
  return await openConversation({ context, stream, webSocket, url, token, sampleRate, lifetime, events });
}
