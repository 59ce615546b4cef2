import { openAudio, waitUntilRunning } from './audio.ts';
import { openConversation } from './conversation.ts';
import type { Conversation, ConversationEvents } from './conversation.ts';
import { requestMicrophone } from './requestMicrophone.ts';
import { openSocket } from './openSocket.ts';
import { startSession } from './sessions.ts';

export interface ConnectOptions {
  readonly sessionsUrl: string;
  readonly customData: Readonly<Record<string, unknown>>;
  /** False: nothing is captured. */
  readonly microphone: boolean;
  /** When it is over, everything is released. */
  readonly lifetime: AbortSignal;
  readonly events: ConversationEvents;
}

/**
 * Opens devices, session and connection, in this order. Resolves when the server has begun the session.
 *
 * @throws CallError of any code
 */
export async function connect({ microphone, events, ...options }: ConnectOptions): Promise<Conversation> {
  const { lifetime } = options;
  // Both at once: what a click permits, it permits only for a moment.
  const asked = microphone ? requestMicrophone(lifetime) : undefined;
  const [context, stream] = await Promise.all([openAudio(lifetime), asked]);
  await waitUntilRunning(context);
  const invitation = await startSession(options);
  const webSocket = await openSocket(invitation, lifetime);
  const { sample_rate: sampleRate } = invitation.audio.input;
  return await openConversation({ context, stream, webSocket, sampleRate, lifetime, events });
}
