import { filter } from 'rxjs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { STT } from '../../providers/names.ts';
import { createSession } from '../../src/session/createSession.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { shortest } from './config/table.ts';

test('a session reports once that its model ends, and goes on', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-24'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const scheduler = new VirtualClock();
  const agent = { configure_session: () => config, llm_response_handler: createLlmDouble([]) };
  const config = { ...shortest, stt: STT.OpenAI({ api_key: 'k', model: 'whisper-1' }), first_message: 'Hi.' };
  const io = createTransportDouble({ scheduler });
  const ports = { vad: createVadDouble(), tts: createTtsDouble({ scheduler }) };
  const session = createSession(agent, config, io, { scheduler, ports });
  const reported: string[] = [];
  session.errors$.pipe(filter(({ code }) => code === 'model_ends')).subscribe(({ message }) => reported.push(message));
  session.start();
  await scheduler.run(5000);
  expect(reported).toEqual(['stt.model: openai ends whisper-1 on 2027-02-26: use gpt-live-transcribe']);
  expect(io.played()).toHaveLength(1);
  session.close('ended_by_api');
  await session.ended;
});
