import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFunction } from '../../support/testSession.ts';
import { create } from './updatedSession.ts';

describe('an update with a fault', () => {
  const REFUSED: readonly (readonly [string, unknown, string])[] = [
    ['no object', 7, 'update: expected an object, got a number'],
    ['an unknown field', { instruction: 'x' }, 'instruction: expected no such field; did you mean "instructions"?'],
    [
      'a field that stays',
      { ignore_echo: true },
      'ignore_echo: expected no such field: it keeps its value from the start of the session, got true',
    ],
    [
      'one with another way',
      { first_message: 'Hi' },
      'first_message: expected no such field: it keeps its value from the start of the session: use `session.say()`',
    ],
    [
      'another model of the VAD',
      { vad: { sample_rate: 8000 } },
      'vad.sample_rate: expected none: the VAD model cannot change during a session, got 8000',
    ],
    [
      'a setting of the VAD',
      { vad: { activation_threshold: 7 } },
      'vad.activation_threshold: expected at most 1, got 7',
    ],
    ['a VAD that is none', { vad: 7 }, 'vad: expected'],
    ['a time in ms', { min_endpointing_delay: 700 }, 'min_endpointing_delay: expected at most 60'],
    ['an unknown recogniser', { stt: { provider: 'nobody' } }, 'stt.provider: expected one of'],
    ['no language', { language: 'Deutsch!' }, 'language: expected a BCP-47 language tag'],
    ['no setting of the language', { language: 7 }, 'language: expected a BCP-47 language tag'],
    ['a voice of its own', { voice: 'Ada' }, 'voice: expected no such field: set the voice in `tts`'],
    ['instructions of another kind', { instructions: 7 }, 'instructions: expected a string, got 7'],
    ['too long ones', { instructions: 'x'.repeat(1_000_001) }, 'instructions: expected from 1 to 1000000 characters'],
    ['a function by hand', { functions: { a: {} } }, 'functions["a"]: expected a function created by defineFunction'],
    ['an unknown provider', { tts: { provider: 'nobody' } }, 'tts.provider: expected one of'],
    ['a setting', { tts: { provider: 'deepgram', api_key: 'none', modell: 1 } }, 'tts.modell: expected no such field'],
  ];

  it.each(REFUSED)('is refused: %s', async (_, changes, expected) => {
    const made = create();
    made.update(
      50,
      typeof changes === 'object' ? { instructions: 'Be long.', ...changes } : { instructions: 'Be long.' },
    );
    if (typeof changes !== 'object') made.update(60, changes);
    made.type(100, 'first');
    await made.clock.run(5000);
    const error = made.errors.find(({ code }) => code === 'update_invalid');
    expect(error?.message).toContain(expected);
    expect(error?.details.path).toBe(expected.slice(0, expected.indexOf(': ')));
    expect(made.asked[0]?.system).toEqual([typeof changes === 'object' ? 'Be brief.' : 'Be long.']);
  });

  it('changes nothing when its provider finds a fault', async () => {
    const made = create({ replaceParts: ({ io, ports: { vad, stt } }) => ({ io, ports: { vad, stt } }) });
    const credentials = { client_email: 'a@b.c', private_key: 'no key' };
    made.session.update({ instructions: 'A', tts: { provider: 'google', credentials } });
    await expect.poll(() => made.codes).toEqual(['update_invalid']);
    made.type(100, 'first');
    await made.clock.run(200);
    expect(made.errors[0]?.details.path).toMatch(/^tts\.credentials/u);
    expect(made.asked[0]?.system).toEqual(['Be brief.']);
  });

  it('is applied before the updates after it, however long its provider checks it', async () => {
    const made = create({
      llm: [''],
      replaceParts: ({ io, ports: { vad, stt } }) => ({ io, ports: { vad, stt } }),
    });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const credentials = { client_email: 'a@b.c', private_key };
    made.session.update({ instructions: 'A', tts: { provider: 'google', credentials } });
    made.session.update({ instructions: 'B' });
    made.session.update({ functions: { one: createFunction(() => '') } });
    let n = 0;
    await expect
      .poll(async () => {
        made.type(n, 'again');
        await made.clock.run((n += 1000));
        return made.asked.at(-1);
      })
      .toEqual({ system: ['B'], tools: ['one'] });
  });

  it('shows no key', async () => {
    const made = create();
    made.update(50, {
      tts: { provider: 'deepgram', api_key: 'sk-very-secret-1234567890', speed: 'sk-very-secret-1234567890' },
    });
    await made.clock.run(100);
    expect(made.codes).toEqual(['update_invalid']);
    expect(made.errors[0]?.message).not.toContain('very-secret');
  });
});
