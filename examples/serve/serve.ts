import { warmUp } from 'antiphon';
import { serve, type RunningServer } from 'antiphon/server';
import { concierge } from '../concierge/agent.ts';
import { phrases } from '../concierge/phrases.ts';
import { readAddress, readDrain, readRecorder } from './settings.ts';
import { describeConcierge, describeServer } from './describeServer.ts';
import { onOrphaned } from './onOrphaned.ts';

let server: RunningServer | undefined;
process.on('SIGINT', leave);
onOrphaned(leave, process.env);

try {
  server = await serve({
    agent: concierge,
    about: describeConcierge(process.env),
    phrases,
    ...readAddress(process.env),
    ...readDrain(process.env),
    ...readRecorder(process.env),
  });
  const config = await concierge.configure_session({ custom_data: {}, signal: new AbortController().signal });
  await warmUp(config);
  for (const line of describeServer(server.url, config, process.env)) console.log(line);
} catch (error) {
  console.error(`serve: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Ends all sessions and the process, without waiting for engines that are still loading. */
function leave(): void {
  void Promise.resolve(server?.close()).finally(() => process.exit());
}
