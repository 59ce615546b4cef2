// The speech model of an agent is another agent, behind the server's own realtime API.
import { once } from 'node:events';
import { fastify } from 'fastify';
import { openAiSpeechModel } from '../../providers/openai/speechModel/speechModel.ts';
import { antiphon } from '../../src/server/plugin.ts';
import {
  createSpeechToSpeechContract,
  type SpeechToSpeechScenario,
  type SpeechToSpeechSubject,
} from '../../src/testing/contracts/speechToSpeechContract.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { agentWith, doubled } from '../server/support.ts';
import { keeps } from './against.ts';
import { toyStt } from './toyStt.ts';

async function serveAgent({ replies }: SpeechToSpeechScenario): Promise<SpeechToSpeechSubject> {
  const llm = createLlmDouble(
    replies.map(({ text, call }) => ({
      text,
      calls: call === undefined ? [] : [{ name: call.name, arguments: call.arguments }],
    })),
  );
  const { stt } = await toyStt()({ texts: [] });
  const ports = { vad: createVadDouble(), stt, tts: createTtsDouble({ msPerChar: 20 }) };
  const updates = { instructions: true, tools: true, history: true };
  const app = fastify();
  await app.register(
    antiphon,
    doubled({ agent: agentWith({ llm_response_handler: llm }), ports, realtime: { updates } }),
  );
  const sockets = new Set<unknown>();
  const changed = new EventTarget();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      changed.dispatchEvent(new Event('change'));
    });
  });
  const base_url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    model: openAiSpeechModel({ api_key: 'any', voice: 'antiphon', base_url }),
    closed: async () => {
      while (sockets.size > 0) await once(changed, 'change');
    },
    dispose: () => app.close(),
  };
}

keeps('an agent of this server keeps the contract of SpeechToSpeech', createSpeechToSpeechContract(serveAgent));
