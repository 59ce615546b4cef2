import { expect, onTestFinished, test, vi } from 'vitest';
import { STT } from '../../providers/names.ts';
import { createTestSession } from '../support/testSession.ts';

test('a session reports once that its model ends, and goes on', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-24'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { clock, session, io, errors } = createTestSession({
    config: { stt: STT.OpenAI({ api_key: 'k', model: 'whisper-1' }), first_message: 'Hi.' },
    replaceParts: ({ io: own, ports: { vad, tts } }) => ({ io: own, ports: { vad, tts } }),
  });
  await clock.run(5000);
  const reported = errors.filter(({ code }) => code === 'model_ends').map(({ message }) => message);
  expect(reported).toEqual(['stt.model: openai discontinues whisper-1 on 2027-02-26: use gpt-live-transcribe']);
  expect(io.played()).toHaveLength(1);
  session.close('ended_by_api');
  await session.ended;
});
