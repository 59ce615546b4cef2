import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { errorCodes } from './peer.ts';
import { createSite, PHASES, type Phase, type Site } from './site.ts';
import { API_KEY, hearing, noServer, startPlain, startRefusing, startVendor, sttAt, unknownName } from './vendors.ts';

const WORDS = 'a table for two';

/** Lets the user finish the utterance, or speak one. Returns how often it was understood, 3 s after the first sign of it. */
async function utter(site: Site, phase: Phase): Promise<number> {
  if (phase !== 'listening') await site.speak();
  for (let n = 0; n < 50; n += 1) site.victim.socket.send(Buffer.alloc(640));
  const times = (): number => site.history().filter((one) => one.includes(WORDS)).length;
  const isOver = (): boolean => times() > 0 || failuresOf(site).length > 0;
  for (let ms = 0; ms < 20_000 && !isOver(); ms += 500) await site.pass(500, 50);
  await site.pass(3000, 50);
  return times();
}

/** What the user is told about the recogniser, without repetitions. */
function failuresOf({ victim }: Site): readonly string[] {
  return [...new Set(errorCodes(victim))].filter((code) => /^(?:provider|stt)_/u.test(code));
}

describe.each(PHASES)('while it is %s, the recogniser', (phase) => {
  it.each([
    ['refuses the key with 401', () => startRefusing(401), ['provider_refused']],
    ['refuses the key with 403', () => startRefusing(403), ['provider_refused']],
    ['wants a pause of a minute with 429', () => startRefusing(429, { 'retry-after': '60' }), ['provider_failed']],
    ['fails with 500', () => startRefusing(500), ['provider_failed']],
    ['fails with 503', () => startRefusing(503), ['provider_failed']],
    ['is not there (ECONNREFUSED)', async () => noServer(), ['provider_failed']],
    ['has a name that nobody knows (ENOTFOUND)', async () => unknownName(), ['provider_failed']],
    ['does not speak TLS', startPlain, ['provider_failed']],
  ] as const)('%s: the user is told by name and without the key, and may type', async (_, start, codes) => {
    const clock = new VirtualClock();
    const site = await createSite({ clock, ports: { stt: sttAt(await start(), clock) } });
    await site.reach(phase);
    expect(await utter(site, phase)).toBe(0);
    expect(failuresOf(site)).toEqual(codes);
    const told = site.victim.messages.filter(({ type }) => type === 'error');
    expect(JSON.stringify(told)).not.toContain(API_KEY);
    expect(await site.asksAgain()).toBe(true);
    await site.finish();
  });

  it('cannot be reached (blackhole): the user is told, and may type', async () => {
    const clock = new VirtualClock();
    const { line, url } = await startVendor(hearing(WORDS));
    line.goDead();
    // An attempt to connect takes 1 ms of real time.
    const site = await createSite({ clock, isBusy: () => line.open > 0, ports: { stt: sttAt(url, clock, 1) } });
    await site.reach(phase);
    expect(await utter(site, phase)).toBe(0);
    expect(failuresOf(site)).not.toEqual([]);
    expect(await site.asksAgain()).toBe(true);
    await site.finish();
    expect(line.open).toBe(0);
  });

  it('drops its connection: another is opened, and the user is understood once', async () => {
    const clock = new VirtualClock();
    const { line, url } = await startVendor(hearing(WORDS));
    const site = await createSite({ clock, ports: { stt: sttAt(url, clock) } });
    await site.reach(phase);
    line.drop();
    expect(await utter(site, phase)).toBe(1);
    expect(failuresOf(site)).toEqual([]);
    expect(line.opened).toBeGreaterThan(1);
    await site.finish();
    expect(line.open).toBe(0);
  });

  it('goes dead without a word: another connection is opened, and the user is understood once', async () => {
    const clock = new VirtualClock();
    const { line, url } = await startVendor(hearing(WORDS));
    const site = await createSite({ clock, ports: { stt: sttAt(url, clock) } });
    await site.reach(phase);
    line.goDead();
    line.restore();
    expect(await utter(site, phase)).toBe(1);
    expect(failuresOf(site)).toEqual([]);
    await site.finish();
    expect(line.open).toBe(0);
  });

  it.each(['is busy once', 'drops before the first result', 'talks garbage'] as const)(
    '%s: the user is understood once',
    async (fault) => {
      const clock = new VirtualClock();
      const { line, url } = await startVendor(hearing(WORDS), fault);
      const site = await createSite({ clock, ports: { stt: sttAt(url, clock) } });
      await site.reach(phase);
      expect(await utter(site, phase)).toBe(1);
      expect(failuresOf(site)).toEqual([]);
      await site.finish();
      expect(line.open).toBe(0);
    },
  );

  it('says nothing more: the user is told, and may type', async () => {
    const clock = new VirtualClock();
    const { url } = await startVendor(hearing(WORDS), 'is mute');
    const site = await createSite({ clock, ports: { stt: sttAt(url, clock) } });
    await site.reach(phase);
    expect(await utter(site, phase)).toBe(0);
    expect(errorCodes(site.victim).some((code) => code === 'empty_turn' || code === 'noise')).toBe(true);
    expect(await site.asksAgain()).toBe(true);
    await site.finish();
  });
});
