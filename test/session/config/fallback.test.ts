import { describe, expect, test } from 'vitest';
import { STT, TTS } from '../../../providers/names.ts';
import { STT_PROVIDERS } from '../../../providers/registry.ts';
import type { AntiphonError } from '../../../src/core/errors.ts';
import { parseConfig } from '../../../src/session/config/config.ts';
import { findProviderWarnings } from '../../../src/session/config/findProviderWarnings.ts';
import { findSecrets } from '../../../src/session/config/findSecrets.ts';
import { maskConfig } from '../../../src/session/config/maskConfig.ts';
import { openPorts, verifyConfig } from '../../../src/session/config/ports.ts';
import { shortest } from './table.ts';

const deepgram = STT.Deepgram({ api_key: 'deepgram-secret' });
const azure = STT.Azure({ api_key: 'azure-secret', region: 'westeurope' });
const cartesia = TTS.Cartesia({ api_key: 'cartesia-secret' });
const openai = TTS.OpenAI({ api_key: 'openai-secret' });
const stt = STT.Fallback([deepgram, azure], { hedge: { after_ms: 400 } });
const tts = TTS.Fallback([cartesia, openai], { timeout: 1.5, hedge: true });
const config = { ...shortest, stt, tts };
const RECOGNISERS = Object.keys(STT_PROVIDERS)
  .map((provider) => `"${provider}"`)
  .join(', ');

function issuesOf(changed: object): readonly string[] {
  try {
    parseConfig({ ...config, ...changed });
    return [];
  } catch (error) {
    const { issues = [] } = (error as AntiphonError).details;
    return issues.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);
  }
}

describe('a fallback in a config', () => {
  test('is plain data, and stays the same over JSON', () => {
    expect(stt).toEqual({ provider: 'fallback', members: [deepgram, azure], hedge: { after_ms: 400 } });
    expect(parseConfig(JSON.parse(JSON.stringify(config))).providers).toEqual(parseConfig(config).providers);
  });

  test('has its defaults, and its members have theirs', () => {
    const { providers } = parseConfig({ ...config, tts: TTS.Fallback([cartesia]) });
    expect(providers.tts).toMatchObject({ timeout: 2, stall_timeout: 1, retry_after: 60 });
    expect(providers.tts).toMatchObject({ members: [{ provider: 'cartesia', model: 'sonic-3.5' }] });
  });

  test('is refused by the path of the member', () => {
    const members = [deepgram, { provider: 'azure', region: 'westeurope' }];
    expect(issuesOf({ stt: { ...stt, members } })).toEqual([
      'stt.members[1].api_key: expected either a key or `auth_token`, got nothing',
    ]);
  });

  test.each([
    ['no members', { ...stt, members: [] }, 'stt.members: expected at least 1 elements, got an array of 0'],
    ['a time of 0', { ...stt, timeout: 0 }, 'stt.timeout: expected at least 0.1, got 0'],
    [
      'a hedge of another kind',
      { ...stt, hedge: 'yes' },
      'stt.hedge: expected true, or { after_ms: a number of ms }, got a string of 3 characters',
    ],
    ['a stall of recognisers', { ...stt, stall_timeout: 1 }, 'stt.stall_timeout: expected no such field, got a number'],
    [
      'a fallback in a fallback',
      STT.Fallback([stt as never]),
      `stt.members[0].provider: expected one of ${RECOGNISERS}, got a string of 8 characters`,
    ],
    [
      'a voice',
      STT.Fallback([cartesia as never]),
      `stt.members[0].provider: expected one of ${RECOGNISERS}, got a string of 8 characters`,
    ],
  ])('is refused with %s', (_, changed, issue) => {
    expect(issuesOf({ stt: changed })).toEqual([issue]);
  });

  test('shows no key of a member', () => {
    const masked = JSON.stringify(maskConfig(config));
    expect(masked).not.toContain('-secret');
    expect(findSecrets(config)).toEqual(
      expect.arrayContaining(['deepgram-secret', 'azure-secret', 'cartesia-secret', 'openai-secret']),
    );
  });

  test('is a port with the properties of its first member', () => {
    const ports = openPorts(parseConfig(config));
    expect([ports.stt.name, ports.stt.sampleRate, ports.stt.interims]).toEqual(['deepgram', 16_000, true]);
    expect([ports.tts.name, ports.tts.accepts]).toEqual(['cartesia', 'tokens']);
  });

  test('has what its members know of their settings, by their path', async () => {
    const settings = parseConfig({ ...config, tts: TTS.Fallback([cartesia, TTS.Local({ voice: 'no such voice' })]) });
    const error = await verifyConfig(settings).catch((reason: unknown) => reason);
    expect((error as AntiphonError).details.issues?.map(({ path }) => path)).toEqual(['tts.members[1].voice']);
    const ended = parseConfig({
      ...config,
      stt: STT.Fallback([azure, STT.OpenAI({ api_key: 'k', model: 'whisper-1' })]),
    });
    const warnings = findProviderWarnings(ended, {}, Date.parse('2027-03-01'));
    expect(warnings.map(({ details }) => details.path)).toContain('stt.members[1].model');
  });
});
