// npm run speech-model: an agent with a speech-to-speech model, which is another agent of this machine: it needs no key.
import { SAMPLE_RATE } from '../talk/audioDevice.ts';
import { runConversation } from '../talk/runConversation.ts';
import { synthesize } from '../talk/samples.ts';
import { createReceptionist } from './agent.ts';
import { serveModel } from './serveModel.ts';

/** What the guest says. The fourth line interrupts the answer to the third. */
const LINES: readonly { readonly name: string; readonly over?: number }[] = [
  { name: 'what time is it' },
  { name: 'i would like to book a table for two people at seven' },
  { name: 'tell me about the restaurant' },
  { name: 'what time is it', over: 4 },
  { name: 'goodbye' },
];

const server = await serveModel();
const agent = createReceptionist({ api_key: 'none', base_url: server.url, voice: 'antiphon' });
const lines = LINES.map(async (line) => ({ ...line, audio: await synthesize(line.name, SAMPLE_RATE) }));
const { log } = await runConversation(agent, await Promise.all(lines));
for (const { role, content } of log.history)
  if (content !== '' && role !== 'tool') console.log(`${role === 'user' ? 'you' : 'agent'}: ${content}`);
await server.close();
