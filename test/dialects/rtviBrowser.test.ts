// @module-tag chromium
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { launch } from '../browser/chromium.ts';
import { agentWith, doubled } from '../server/support.ts';
import { HISTORY } from './conversation.ts';
import { DIALECTS } from './dialects.ts';
import { holdsTheConversation } from './holdsTheConversation.ts';
import type { PipecatEvent } from './pipecat.ts';
import { createPipecatPageDialect, joinInPage, openPipecatPage, runIn, servePipecatPages } from './pipecatPage.ts';

const DEVICES = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

const pages = await servePipecatPages();
let browser: Browser;
beforeAll(async () => {
  browser = await launch(undefined, 'always', DEVICES);
});
afterAll(async () => {
  await browser.close();
  pages.close();
});

/** What the client has noted in the conversation. */
const events: PipecatEvent[] = [];

const inChromium = createPipecatPageDialect(
  () => browser,
  pages.origin,
  (event) => events.push(event),
);

holdsTheConversation(DIALECTS.rtviInChromium, inChromium);

const saidBy = (role: string): readonly string[] =>
  HISTORY.filter((line) => line.startsWith(role)).map((line) => line.slice(role.length + 2));

test('the client in the page had both transcripts', () => {
  const finals = dataOf<{ text: string; final: boolean }>('onUserTranscript').filter(({ final }) => final);
  expect(finals.map(({ text }) => text)).toEqual(saidBy('user'));
  const spoken = dataOf<{ text: string }>('onBotTranscript').map(({ text }) => text);
  expect(spoken.toSpliced(2, 1)).toEqual(saidBy('assistant'));
});

test('it knew of the interruption, and of what was heard', () => {
  const interruptions = dataOf<{ type: string; text: string }>('onServerMessage').filter(
    ({ type }) => type === 'agent.interrupted',
  );
  expect(interruptions).toEqual([
    { type: 'agent.interrupted', text: dataOf<{ text: string }>('onBotTranscript')[2]?.text, heard: 'paced' },
  ]);
});

test('it saw the function call', () => {
  expect(dataOf('onLLMFunctionCallStarted')).toEqual([{ function_name: 'clock' }]);
  expect(dataOf('onLLMFunctionCallStopped')).toMatchObject([{ function_name: 'clock', result: 'seven' }]);
});

test('it had the metrics of each answer', () => {
  expect(dataOf('onMetrics').length).toBeGreaterThanOrEqual(4);
  expect(dataOf('onMetrics')[0]).toMatchObject({
    ttfb: [{ processor: 'stt' }, { processor: 'llm' }, { processor: 'tts' }],
  });
});

test('it has the errors of a session, which goes on', async () => {
  const agent = agentWith({ llm_response_handler: createLlmDouble([{ text: 'No.', failAfterTokens: 0 }]) });
  const server = await serve({
    ...doubled({ agent, rtvi: {}, allowed_origins: [pages.origin] }),
    port: 0,
    page: false,
    drain_on_sigterm: false,
  });
  let fail: (data: unknown) => void = () => undefined;
  const failed = new Promise((resolve) => (fail = resolve));
  const page = await openPipecatPage(
    browser,
    pages.origin,
    ({ name, data }) => void (name === 'onError' && fail(data)),
  );
  await joinInPage(page, server.url);
  await runIn(page, `client.sendText('Hello?')`);
  expect(await failed).toMatchObject({ type: 'error', data: { message: expect.any(String), fatal: false } });
  expect(await runIn(page, 'client.state')).toBe('ready');
  await page.close();
  await server.close();
});

function dataOf<Data>(name: PipecatEvent['name']): readonly Data[] {
  return events.filter((event) => event.name === name).map(({ data }) => data as Data);
}
