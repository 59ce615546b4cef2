import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { serve } from '../../src/server/serve.ts';
import type { Agent } from '../../src/session/agent.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { recorder } from '../replay/record.ts';
import { agentWith, config, type Data } from '../server/support.ts';
import { openCall, takesCalls } from './openCall.ts';
import { servePages } from './servePages.ts';

type Input = Parameters<Agent<Data>['llm_response_handler']>[0];

interface Seen {
  readonly asked: readonly unknown[];
  readonly errors: readonly string[];
}

const SHOP = { shop: 'harbour' };

test('the Agents SDK in a page brings tools, instructions and voices over WebRTC, and changes them in mid-call', {
  timeout: 120_000,
}, async () => {
  const llm = createLlmDouble<Input>([
    { calls: [{ name: 'cart', arguments: JSON.stringify(SHOP) }] },
    ({ messages }) => `You have ${messages.at(-1)?.content}.`,
    { calls: [{ name: 'wishes', arguments: JSON.stringify(SHOP) }] },
    ({ messages }) => `You wish ${messages.at(-1)?.content}.`,
    'Goodbye.',
  ]);
  const pages = await servePages();
  const record = recorder();
  const server = await serve({
    agent: agentWith({
      llm_response_handler: llm,
      configure_session: () => ({ ...config, tts: { provider: 'local', voice: 'en-gb' } }),
    }),
    ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }) },
    record,
    port: 0,
    page: false,
    drain_on_sigterm: false,
    ...takesCalls(pages),
    realtime: {
      updates: { instructions: true, tools: true, voices: { alto: { provider: 'local', voice: 'en-us+f2' } } },
    },
  });
  const { page, close } = await openCall(server.url, pages, 'bring');
  try {
    await page.evaluate('say("what is in my cart")');
    await spoken(page, 'You have two apples.');
    await update(page, 'change()', 'session.tools[0]?.name === "wishes"');
    await update(page, 'setVoice("alto")', 'session.audio.output.voice === "alto"');
    await page.evaluate('say("what do i wish")');
    await spoken(page, 'You wish a pear.');
    await update(page, 'setVoice("antiphon")', 'session.audio.output.voice === "antiphon"');
    await page.evaluate('say("bye")');
    await spoken(page, 'Goodbye.');
    const { asked, errors } = await page.evaluate<Seen>('seen');
    expect(errors).toEqual([]);
    expect(asked).toEqual([
      ['cart', SHOP],
      ['wishes', SHOP],
    ]);
  } finally {
    close();
    await server.close();
    pages.close();
  }
  const systems = llm.inputs.map(({ messages }) => messages[0]?.content);
  expect([systems[0], systems[2]]).toEqual([expect.stringContaining('Be brief.'), expect.stringContaining('Be long.')]);
  const tools = llm.inputs.map((input) => input.tools?.map((tool) => tool.function.name));
  expect([tools[0], tools[2]]).toEqual([['cart'], ['wishes']]);
  const voices = record
    .recording()
    .lines.flatMap((line) => ('in' in line && line.in === 'asked' ? [(line.v as { readonly tts?: object }).tts] : []))
    .filter((tts) => tts !== undefined);
  expect(voices).toMatchObject([{ config: { voice: 'en-us+f2' } }, { config: { voice: 'en-gb' } }]);
  expect((await replay(record.recording())).difference).toBe(null);
});

/** Resolves when the agent has said this. */
async function spoken(page: Page, text: string): Promise<void> {
  await waitFor(page, `type === 'response.output_audio_transcript.done' && transcript === ${JSON.stringify(text)}`);
}

/** Resolves when an update has this effect. */
async function update(page: Page, action: string, condition: string): Promise<void> {
  const from = await page.evaluate<number>('seen.events.length');
  await page.evaluate(action);
  await waitFor(page, `type === 'session.updated' && ${condition}`, from);
}

async function waitFor(page: Page, condition: string, from = 0): Promise<void> {
  const isSo = `seen.events.slice(${from}).some(({ type, transcript, session }) => ${condition})`;
  await page.waitForFunction(isSo, undefined, { polling: 50, timeout: 60_000 });
}
