import { serve } from 'antiphon/server';
import { expect, onTestFinished, test } from 'vitest';
import { agent } from '../src/agent.ts';
import { ask } from '../src/ask.ts';

test('a client of the OpenAI Realtime API gets an answer', { timeout: 60_000 }, async () => {
  const server = await serve({ agent, port: 0, realtime: {}, page: false });
  onTestFinished(() => server.close());
  expect(await ask(`${server.url.replace('http', 'ws')}/v1/realtime`, 'stop')).toContain('All right.');
});
