import { serve } from 'antiphon/server';
import type { RunningServer } from 'antiphon/server';
import { addressIn, recorderIn } from '../serve/settings.ts';
import { whenOrphaned } from '../serve/orphaned.ts';
import { vendorAgent } from './agent.ts';
import { chosenIn } from './chosen.ts';

let server: RunningServer | undefined;
process.on('SIGTERM', leave);
process.on('SIGINT', leave);
whenOrphaned(leave, process.env);

try {
  const chosen = chosenIn(process.env);
  server = await serve({ agent: vendorAgent(chosen), ...addressIn(process.env), ...recorderIn(process.env) });
  console.log(`${chosen.stt.provider} hears, ${chosen.tts.provider} speaks: ${server.url}`);
} catch (error) {
  console.error(`vendors: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function leave(): void {
  void Promise.resolve(server?.close()).then(() => process.exit(0));
}
