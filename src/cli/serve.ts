import { once } from 'node:events';
import type { RunningServer, ServeOptions } from '../server/serve.ts';
import { warmUp } from '../session/opening/warmUp.ts';
import type { Command } from './command.ts';
import { loadAgent } from './serve/loadAgent.ts';
import { readSettings, type Values } from './serve/readSettings.ts';
import { SETTINGS, type Setting } from './serve/settings.ts';
import { toServeOptions } from './serve/toServeOptions.ts';
import { createWatch } from './serve/watchEdges.ts';

/** Width of the column for the longest flag, `--max-unauthenticated-per-minute`. */
const FLAG_COLUMNS = 33;

export const serve: Command = {
  name: 'serve',
  usage: `MODULE [--port 3000] [--host 127.0.0.1] [--max-sessions 1000] …`,
  page: 'deploy.md#from-the-command-line',
  about: `Serves the agent that MODULE exports until SIGTERM, which lets sessions finish, or SIGINT, which ends them.

Flags, and the variables that set the same values:
${SETTINGS.map(formatSetting).join('\n')}`,
  run: async (args, terminal) => {
    const { module, values } = readSettings(args, process.env);
    const stop = exitOnSignals();
    try {
      const server = await start(module, values, createWatch(values, terminal.out));
      // Listen before calling `stop`, so that the signal is always handled.
      const interrupted = once(process, 'SIGINT');
      stop();
      terminal.err(`${module} is served at ${server.url}`);
      await interrupted;
      await server.close();
      // Open handles of the agent would keep the process alive.
      return process.exit(0);
    } finally {
      stop();
    }
  },
};

function formatSetting({ flag, kind, variable }: Setting): string {
  const written = kind === 'boolean' ? `--[no-]${flag}` : `--${flag}`;
  return `  ${written.padEnd(FLAG_COLUMNS)} ${variable}`;
}

async function start(
  module: string,
  { warm_up: warmsUp = false, watch_edges: _edges, watch_only: _only, watch_as: _as, ...values }: Values,
  watch: ReturnType<typeof createWatch>,
): Promise<RunningServer> {
  const { agent, options } = await loadAgent(module);
  const { serve, ...parts } = await loadServer();
  const prepare: ServeOptions['prepare'] = (session) => {
    watch?.(session);
    options?.prepare?.(session);
  };
  const all: ServeOptions = { ...options, ...toServeOptions(values, parts), agent, prepare };
  if (warmsUp === true) await warm(agent);
  return serve(all);
}

/**
 * Ends the process on a signal while it starts, because the first process of a container ignores signals without a
 * handler. Returns a function that removes the handlers.
 */
function exitOnSignals(): () => void {
  const exit = (): never => process.exit(0);
  process.on('SIGTERM', exit).on('SIGINT', exit);
  return () => void process.off('SIGTERM', exit).off('SIGINT', exit);
}

async function loadServer() {
  const [{ serve }, { secretsFromFile }, ...engines] = await Promise.all([
    import('../server/lazyServer.ts'),
    import('../server/tokens/secrets.ts'),
    import('../directory/redis/redisDirectory.ts'),
    import('../directory/nats/natsDirectory.ts'),
    import('../directory/checkpoints/redisCheckpoints.ts'),
    import('../directory/checkpoints/natsCheckpoints.ts'),
  ]);
  const [{ createRedisDirectory }, { createNatsDirectory }, { createRedisCheckpoints }, { createNatsCheckpoints }] =
    engines;
  const stores = { createRedisCheckpoints, createNatsCheckpoints };
  return { serve, secretsFromFile, createRedisDirectory, createNatsDirectory, ...stores };
}

/** Loads the engines for the session of a caller without custom data. */
async function warm(agent: ServeOptions['agent']): Promise<void> {
  const { signal } = new AbortController();
  await warmUp(await agent.configure_session({ custom_data: {}, signal }));
}
