import { openAudio, waitUntilRunning } from './audio.ts';
import { openConversation, type Conversation, type ConversationEvents } from './conversation.ts';
import type { KeptSession } from './keptSession.ts';
import { requestMicrophone } from './requestMicrophone.ts';
import { openSocket } from './openSocket.ts';
import type { SessionEntry } from './sessionSocket.ts';
import { startSession, type StartSessionOptions } from './sessions.ts';

/** Options of `connect`. Aborting `lifetime` releases all resources. */
export interface ConnectOptions extends StartSessionOptions {
  /** False: does not request the microphone. */
  readonly microphone: boolean;
  /** The session to resume. Default: starts a new session. */
  readonly resume: KeptSession | undefined;
  readonly events: ConversationEvents;
}

/**
 * Opens the devices, the session and the connection, in this order. Resolves when the server has started or resumed the
 * session.
 *
 * @throws CallError of any code
 */
export async function connect({ microphone, events, resume, ...options }: ConnectOptions): Promise<Conversation> {
  const { lifetime } = options;
  // Request both at once: the user activation of a click lasts only briefly.
  const requested = microphone ? requestMicrophone(lifetime) : undefined;
  const [context, stream] = await Promise.all([openAudio(lifetime), requested]);
  await waitUntilRunning(context);
  const entry = resume === undefined ? await enterSession(options) : { ...resume, webSocket: undefined };
  return await openConversation({ ...entry, context, stream, lifetime, events });
}

async function enterSession(options: StartSessionOptions): Promise<SessionEntry> {
  const transport = await startSession(options);
  const { webSocket, url } = await openSocket(transport, options.lifetime);
  return { webSocket, url, token: transport.token, sampleRate: transport.audio.input.sample_rate };
}
