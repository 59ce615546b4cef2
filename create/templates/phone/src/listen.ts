import { serve, type RunningServer } from 'antiphon/server';
import { agent } from './agent.ts';

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  /** The https address under which Twilio reaches the server. */
  readonly publicUrl: string;
  readonly authToken: string;
}

export function listen({ port, host, publicUrl, authToken }: ListenOptions): Promise<RunningServer> {
  return serve({
    agent,
    port,
    host,
    public_url: publicUrl,
    twilio: { auth_token: authToken },
    authenticate: () => undefined, // only calls start sessions
  });
}
