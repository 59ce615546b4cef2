import { warmUp } from 'antiphon';
import { serve, type RunningServer, type ServeOptions } from 'antiphon/server';
import { concierge } from '../../examples/concierge/agent.ts';
import { phrases } from '../../examples/concierge/phrases.ts';

/** Serves the concierge, with the engines that run on this machine. They are loaded, as behind `npm start`: calls do not wait for them. */
export async function serveConcierge(options: Partial<ServeOptions>): Promise<RunningServer> {
  await warmUp(await concierge.configure_session({ custom_data: {}, signal: new AbortController().signal }));
  return serve({ agent: concierge, phrases, port: 0, ...options });
}
