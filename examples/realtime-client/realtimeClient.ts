// npm run realtime: the official client of OpenAI talks to an agent of Antiphon, without a key.
import { serve } from 'antiphon/server';
import { synthesize } from '../talk/samples.ts';
import { agent } from './agent.ts';
import { ask } from './ask.ts';
import { connect } from './connect.ts';

const SENTENCES = ['good morning', 'when do you open'];

const server = await serve({ agent, realtime: {}, page: false, port: Number(process.env['PORT'] ?? 0) });
const realtime = await connect(server.url, 'a server without keys takes any');
for (const sentence of SENTENCES) {
  const { asked, text, spokenMs } = await ask(realtime, (await synthesize(sentence, 24_000)).samples);
  console.log(`you: ${asked}\nagent: ${text} (${(spokenMs / 1000).toFixed(1)} s)`);
}
realtime.close();
await server.close();
