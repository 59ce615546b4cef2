import { warmUp } from 'antiphon';
import { serve, type RunningServer, type ServeOptions } from 'antiphon/server';
import { concierge } from '../../examples/concierge/agent.ts';
import { phrases } from '../../examples/concierge/phrases.ts';

/** Serves the concierge with the engines that run on this machine. They are loaded first, as in `npm start`, so that calls do not wait. */
export async function serveConcierge(options: Partial<ServeOptions>): Promise<RunningServer> {
  await warmUp(await concierge.configure_session({ custom_data: {}, signal: new AbortController().signal }));
  return serve({ agent: concierge, phrases, port: 0, ...options });
}
