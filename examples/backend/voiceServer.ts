import { createHash, randomBytes } from 'node:crypto';
import { serve, type ServeOptions } from 'antiphon/server';
import { concierge } from '../concierge/agent.ts';
import type { VoiceServer } from './startSession.ts';

/** A voice server that runs, if it is of this process. */
export interface OpenVoiceServer extends VoiceServer {
  close(): Promise<void>;
}

/**
 * Returns the voice server at ANTIPHON_URL with the key ANTIPHON_KEY. Without ANTIPHON_URL, starts one with the concierge, a key of
 * its own, and the backend's `origin`, whose pages may connect to it.
 */
export async function openVoiceServer(
  origin: string,
  { ANTIPHON_URL: url = '', ANTIPHON_KEY: key = '' }: NodeJS.ProcessEnv,
  options: Partial<ServeOptions> = {},
): Promise<OpenVoiceServer> {
  if (url !== '' && key === '') throw new Error('ANTIPHON_KEY: expected the API key for ANTIPHON_URL, got nothing');
  if (url !== '') return { url, key, close: async () => undefined };
  const own = `ak_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(own).digest('hex');
  const { close, url: ownUrl } = await serve({
    agent: concierge,
    port: 0,
    page: false,
    allowed_origins: [origin],
    api_keys: [{ name: 'backend', hash, scopes: ['sessions:start'] }],
    ...options,
  });
  return { url: ownUrl, key: own, close };
}
