import { warmUp } from 'antiphon';
import { serve, type RunningServer } from 'antiphon/server';
import { createConcierge } from '../concierge/agent.ts';
import { phrases } from '../concierge/phrases.ts';
import { selectEngines } from '../vendors/selectEngines.ts';
import { createRecordings } from './recordings.ts';
import { readAddress, readDrain } from './settings.ts';
import { ABOUT, describeEngines, describeServer, isLimitedToPhrases } from './describeServer.ts';
import { onOrphaned } from './onOrphaned.ts';

let server: RunningServer | undefined;
process.on('SIGINT', leave);
onOrphaned(leave, process.env);

try {
  const engines = selectEngines(process.env);
  const agent = createConcierge(engines);
  server = await serve({
    agent,
    about: ABOUT,
    engines: describeEngines(engines, process.env),
    phrases: isLimitedToPhrases(engines, process.env) ? phrases : [],
    ...readAddress(process.env),
    ...readDrain(process.env),
    ...createRecordings(process.env),
  });
  console.log(describeServer(server.url, engines, process.env).join('\n'));
  // A call that comes earlier waits until loading has finished.
  await warmUp(await agent.configure_session({ custom_data: {}, signal: new AbortController().signal }));
  console.log('The engines are loaded. Open the page and talk. Press Ctrl-C to stop.');
} catch (error) {
  console.error(`serve: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
  await server?.close();
}

/** Ends all sessions and the process, without waiting for engines that are still loading. */
function leave(): void {
  void Promise.resolve(server?.close()).finally(() => process.exit());
}
