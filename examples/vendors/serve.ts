import { serve, type RunningServer } from 'antiphon/server';
import { readAddress, readRecorder } from '../serve/settings.ts';
import { onOrphaned } from '../serve/onOrphaned.ts';
import { createVendorAgent } from './agent.ts';
import { selectVendors } from './selectVendors.ts';

let server: RunningServer | undefined;
process.on('SIGINT', leave);
onOrphaned(leave, process.env);

try {
  const chosen = selectVendors(process.env);
  server = await serve({ agent: createVendorAgent(chosen), ...readAddress(process.env), ...readRecorder(process.env) });
  console.log(`${chosen.stt.provider} hears, ${chosen.tts.provider} speaks: ${server.url}`);
} catch (error) {
  console.error(`vendors: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function leave(): void {
  void Promise.resolve(server?.close()).then(() => process.exit(0));
}
