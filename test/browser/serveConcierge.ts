import { serve, type RunningServer, type ServeOptions } from 'antiphon/server';
import { concierge } from '../../examples/concierge/agent.ts';
import { phrases } from '../../examples/concierge/phrases.ts';

/** Serves the concierge, with the engines that run on this machine. */
export function serveConcierge(options: Partial<ServeOptions>): Promise<RunningServer> {
  return serve({ agent: concierge, phrases, port: 0, ...options });
}
