import { describe, expect, it } from 'vitest';
import type { TextToSpeech } from '../../../src/core/ports.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createOpenAiTtsFake } from '../../fakes/openaiTts.ts';
import { errorCodes, hasType } from './peer.ts';
import { ANSWER, createSite } from './site.ts';
import {
  API_KEY,
  failingVoice,
  httpTtsAt,
  noServer,
  pacedVoice,
  socketTtsAt,
  socketVoice,
  startPlain,
  startRefusing,
  startVendor,
  unknownName,
} from './vendors.ts';

const VOICES: readonly (readonly [string, (url: string, clock: VirtualClock) => TextToSpeech])[] = [
  ['over HTTP', httpTtsAt],
  ['over a WebSocket', socketTtsAt],
];

describe.each(VOICES)('before the agent speaks, the voice %s', (_kind, voiceAt) => {
  it.each([
    ['refuses the key with 401', () => startRefusing(401), ['provider_refused']],
    ['refuses the key with 403', () => startRefusing(403), ['provider_refused']],
    ['wants a pause of a minute with 429', () => startRefusing(429, { 'retry-after': '60' }), ['provider_failed']],
    ['fails with 500', () => startRefusing(500), ['provider_failed']],
    ['fails with 503', () => startRefusing(503), ['provider_failed']],
    ['is not there (ECONNREFUSED)', async () => noServer(), ['provider_failed']],
    ['has a name that nobody knows (ENOTFOUND)', async () => unknownName(), ['provider_failed']],
    ['does not speak TLS', startPlain, ['provider_failed']],
  ] as const)('%s: the user is told by name and without the key, and the session goes on', async (_, start, codes) => {
    const clock = new VirtualClock();
    const site = await createSite({ clock, ports: { tts: voiceAt(await start(), clock) } });
    site.victim.say({ type: 'input.text', text: 'answer me' });
    await site.pass(15_000, 50);
    expect([...new Set(errorCodes(site.victim))]).toEqual(codes);
    const told = site.victim.messages.filter(({ type }) => type === 'error');
    expect(JSON.stringify(told)).not.toContain(API_KEY);
    expect([await site.asksAgain(), await site.state(), site.history()]).toEqual([
      false,
      'active',
      ['user: answer me', 'user: and again'],
    ]);
    await site.finish();
  });

  it('is dead (blackhole): the user is told, and the session goes on', async () => {
    const clock = new VirtualClock();
    const { line, url } = await startVendor(pacedVoice(clock));
    line.goDead();
    const site = await createSite({ clock, ports: { tts: voiceAt(url, clock) } });
    site.victim.say({ type: 'input.text', text: 'answer me' });
    await site.pass(20_000, 50);
    expect(errorCodes(site.victim)).toContain('tts_timeout');
    expect(await site.state()).toBe('active');
    await site.finish();
    expect(line.open).toBe(0);
  });
});

describe('while the agent speaks, the voice', () => {
  it.each(['drop', 'goDead'] as const)(
    'breaks off (%s): what was heard stays, and the next question is answered',
    async (how) => {
      const clock = new VirtualClock();
      const { line, url } = await startVendor(pacedVoice(clock));
      const site = await createSite({ clock, ports: { tts: httpTtsAt(url, clock) } });
      await site.reach('speaking');
      await site.pass(600);
      line[how]();
      line.restore();
      await site.pass(15_000, 50);
      expect(errorCodes(site.victim)).toEqual([how === 'drop' ? 'provider_failed' : 'tts_timeout']);
      expect(hasType(site.victim, 'agent.speech_stopped')).toBe(true);
      expect(await site.asksAgain()).toBe(true);
      const [spoken = ''] = site.history().filter((one) => one.startsWith('assistant'));
      expect(spoken).toMatch(/^assistant: One table/u);
      expect(`assistant: ${ANSWER}`.startsWith(spoken)).toBe(true);
      await site.finish();
      expect(line.open).toBe(0);
    },
  );

  it.each([
    ['refuses the key with 401', 401, 'provider_refused', []],
    ['refuses the key with 403', 403, 'provider_refused', []],
    ['wants a pause of a minute with 429', 429, 'provider_failed', ['assistant: Yes.']],
    ['fails with 500', 500, 'provider_failed', ['assistant: Yes.']],
  ])('%s for the next sentence: what was heard stays, and the session goes on', async (_, status, code, answers) => {
    const clock = new VirtualClock();
    let isFailing = true;
    const { url } = await startVendor(failingVoice(clock, status, () => isFailing));
    const site = await createSite({ clock, ports: { tts: httpTtsAt(url, clock) } });
    await site.reach('speaking');
    await site.pass(15_000, 50);
    isFailing = false;
    expect([...new Set(errorCodes(site.victim))]).toEqual([code]);
    // Who was refused is not asked again.
    expect([await site.asksAgain(), await site.state()]).toEqual([answers.length > 0, 'active']);
    expect(site.history().filter((one) => one.startsWith('assistant'))).toEqual([
      'assistant: One table is free.',
      ...answers,
    ]);
    await site.finish();
  });

  it.each(['is busy once', 'cuts oddly', 'drops before the first result'] as const)(
    'over HTTP %s: the whole answer is heard',
    async (fault) => {
      const clock = new VirtualClock();
      const { line, url } = await startVendor(createOpenAiTtsFake({ key: API_KEY }), fault);
      const site = await createSite({ clock, ports: { tts: httpTtsAt(url, clock) } });
      site.victim.say({ type: 'input.text', text: 'answer me' });
      await site.pass(15_000, 5);
      expect([errorCodes(site.victim), site.history()]).toEqual([[], ['user: answer me', `assistant: ${ANSWER}`]]);
      await site.finish();
      expect(line.open).toBe(0);
    },
  );

  it.each(['is busy once', 'cuts oddly', 'talks garbage', 'drops before the first result'] as const)(
    'over a WebSocket %s: the whole answer is heard',
    async (fault) => {
      const clock = new VirtualClock();
      const { line, url } = await startVendor(socketVoice(), fault);
      const site = await createSite({ clock, ports: { tts: socketTtsAt(url, clock) } });
      site.victim.say({ type: 'input.text', text: 'answer me' });
      await site.pass(15_000, 50);
      expect([errorCodes(site.victim), site.history()]).toEqual([[], ['user: answer me', `assistant: ${ANSWER}`]]);
      await site.finish();
      expect(line.open).toBe(0);
    },
  );

  it('is much faster than it speaks: no more than 0.4 s are sent ahead', async () => {
    const clock = new VirtualClock();
    const { url } = await startVendor(createOpenAiTtsFake({ key: API_KEY }));
    const site = await createSite({ clock, ports: { tts: httpTtsAt(url, clock) } });
    await site.reach('speaking');
    const began = clock.now();
    for (let n = 0; n < 50; n += 1) {
      await site.pass(20);
      expect(site.victim.samples / 24).toBeLessThanOrEqual(clock.now() - began + 20 + 400);
    }
    await site.finish();
  });
});
