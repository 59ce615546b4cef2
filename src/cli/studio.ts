import type { Command } from './command.ts';

/** Serves Studio: recorded calls in a browser. */
export const studio: Command = {
  name: 'studio',
  usage: '[DIR | FILE] [--port 0] [--prices FILE.json] [--session ./session.js] [--no-open]',
  page: 'studio.md',
  about: `Opens Studio, in which you search recorded calls, listen to them, step through them and run them again.

DIR is a folder of recordings, by default the current one; FILE is one recording. Studio listens on 127.0.0.1 until
SIGINT. Only the address that it prints gives access.`,
  run: async (args, terminal) => {
    const [{ parseArguments }, { startStudio }, { openBrowser }, { untilSignal }] = await Promise.all([
      import('./studio/options.ts'),
      import('./studio/startStudio.ts'),
      import('./studio/openBrowser.ts'),
      import('./studio/untilSignal.ts'),
    ]);
    const { opens, ...options } = await parseArguments(args);
    const running = await startStudio(options);
    const stopped = untilSignal();
    terminal.out(running.address);
    if (opens && terminal.isTty) openBrowser(running.address);
    await stopped;
    await running.close();
    return 0;
  },
};
