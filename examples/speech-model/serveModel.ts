import { serve, type RunningServer, type ServeOptions } from 'antiphon/server';
import { model } from './model.ts';

/** Serves the speech model. Its clients bring their instructions and functions, and add to the history. */
export function serveModel({ prepare }: Pick<ServeOptions, 'prepare'> = {}): Promise<RunningServer> {
  const updates = { instructions: true, tools: true, history: true };
  return serve({ agent: model, realtime: { updates }, page: false, port: 0, prepare });
}
