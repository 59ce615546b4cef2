import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { createEngine, ENGINE_PACKAGES } from '../../../../providers/local/tts/engine.ts';
import type { Utterance } from '../../../../providers/local/tts/speech.ts';
import { createTtsHost } from '../../../../providers/local/tts/host.ts';
import { mortalEngine, otherProgram, type StandIn } from './standIn.ts';

const saying = (text: string): Utterance => ({ text, voice: 'en-us', rate: 165, pitch: 50 });

describe('the thread of the local TTS', () => {
  const standIns: StandIn[] = [];
  const keep = (made: StandIn): StandIn => {
    standIns.push(made);
    return made;
  };
  afterEach(async () => {
    for (const standIn of standIns.splice(0)) await standIn.remove();
  });

  test('speaks exactly what the engine speaks', async () => {
    for (const voice of ['en-us', 'slt']) {
      const utterance = { ...saying('Good evening.'), voice };
      const here = await createEngine().speak(utterance);
      expect(await firstValueFrom(createTtsHost().speak(utterance))).toEqual(here);
    }
  });

  test('answers in the order of the requests', async () => {
    const host = createTtsHost();
    const order: string[] = [];
    await Promise.all(
      ['A rather long sentence comes first.', 'Short.', 'Last.'].map(async (text) => {
        await firstValueFrom(host.speak(saying(text)));
        order.push(text);
      }),
    );
    expect(order).toEqual(['A rather long sentence comes first.', 'Short.', 'Last.']);
  });

  test('emits nothing after unsubscribing, and goes on with the next', async () => {
    const host = createTtsHost();
    const heard: string[] = [];
    const cancelled = host.speak(saying('Never mind.')).subscribe(() => heard.push('cancelled'));
    const queued = host.speak(saying('Nor this.')).subscribe(() => heard.push('queued'));
    cancelled.unsubscribe();
    queued.unsubscribe();
    await firstValueFrom(host.speak(saying('Go on.')));
    expect(heard).toEqual([]);
  });

  test('never speaks what was cancelled before its turn', async () => {
    const { specifier } = keep(await mortalEngine());
    const host = createTtsHost({ ...ENGINE_PACKAGES, espeak: specifier });
    const first = firstValueFrom(host.speak(saying('Good evening.')));
    host.speak(saying('farewell')).subscribe().unsubscribe();
    expect(await firstValueFrom(host.speak(saying('Good evening.')))).toEqual(await first);
  });

  test('that exits fails its requests, and is replaced', async () => {
    const { specifier } = keep(await mortalEngine());
    const host = createTtsHost({ ...ENGINE_PACKAGES, espeak: specifier });
    const fatal = firstValueFrom(host.speak(saying('farewell')));
    const behind = firstValueFrom(host.speak(saying('Good evening.')));
    await expect(fatal).rejects.toMatchObject({ code: 'provider_failed', details: { provider: 'local' } });
    await expect(behind).rejects.toMatchObject({ code: 'provider_failed' });
    expect((await firstValueFrom(host.speak(saying('Good evening.')))).samples.length).toBeGreaterThan(0);
  });

  test('a voice that the engine does not know fails its own utterance only', async () => {
    const host = createTtsHost();
    const unknown = firstValueFrom(host.speak({ ...saying('Hello.'), voice: 'nobody' }));
    await expect(unknown).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('nobody'),
    });
    expect((await firstValueFrom(host.speak(saying('Hello.')))).samples.length).toBeGreaterThan(0);
  });

  test('another program under the name of the engine is an error, not a silence', async () => {
    const { specifier } = keep(await otherProgram());
    await expect(
      firstValueFrom(createTtsHost({ ...ENGINE_PACKAGES, espeak: specifier }).speak(saying('Hello.'))),
    ).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('espeak-ng 1.0.2'),
    });
  });
});

test('the thread speaks in both engines by turns', async () => {
  const host = createTtsHost();
  const lengths = await Promise.all(
    ['slt', 'en-us', 'slt'].map(async (voice) => {
      return (await firstValueFrom(host.speak({ ...saying('Good evening.'), voice }))).samples.length;
    }),
  );
  expect(lengths[0]).toBe(lengths[2]);
  expect(lengths[0]).not.toBe(lengths[1]);
});

describe('a process with the local TTS', () => {
  test.each([
    [
      'ends by itself, but not before all is spoken',
      'say("Hello.").subscribe({ complete: () => (process.exitCode = 5) });',
      5,
    ],
    ['ends by itself when nobody asked', 'host.warm();', 0],
    ['ends by itself after an utterance was cancelled', 'say("Hello.").subscribe().unsubscribe();', 0],
    [
      'can exit while it speaks',
      'say("Hello.").subscribe(); host.verify("en-us").subscribe(() => process.exit(3));',
      3,
    ],
    ['can exit before it speaks', 'say("Hello.").subscribe(); process.exit(4);', 4],
    ['dies of its own errors', 'say("Hello.").subscribe(); throw new Error("on purpose");', 1],
  ])('%s', async (_promise, script, code) => {
    expect(await exitCodeOf(script)).toBe(code);
  });
});

function exitCodeOf(script: string): Promise<number> {
  const scripts = resolve(import.meta.dirname, '../../../../scripts');
  const prelude = `
    import { importSource } from ${JSON.stringify(`${scripts}/importSource.mjs`)};
    const { createTtsHost } = await importSource('providers/local/tts/host.ts');
    const host = createTtsHost();
    const say = (text) => host.speak({ text, voice: 'en-us', rate: 165, pitch: 50 });`;
  return new Promise((ended) => {
    const args = ['--input-type=module', '-e', `${prelude}\n${script}`];
    execFile(process.execPath, args, { timeout: 120_000 }, (error) => ended(error === null ? 0 : Number(error.code)));
  });
}
