import { describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey, type ApiKey } from '../../src/keys/apiKey.ts';
import { parseApiKeys, readApiKeys } from '../../src/keys/parseApiKeys.ts';

const [one, two] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];

function entry(fields: object = {}): object {
  return { name: 'shop', hash: one, scopes: ['sessions:start'], ...fields };
}

describe('the entries of API keys', () => {
  it('are taken as they are', () => {
    const keys = [entry({ max_sessions: 10, max_starts_per_minute: 60 }), entry({ name: 'desk', hash: two })];
    expect(readApiKeys(JSON.stringify(keys), 'keys.json')).toEqual(keys);
  });

  it.each<[string, unknown]>([
    ['keys.json: config: expected an array', {}],
    ['keys.json: [0].name: expected a string', [entry({ name: undefined })]],
    ['keys.json: [0].name: expected up to 128 letters, digits and _ . @ : / -', [entry({ name: '' })]],
    ['keys.json: [0].name: expected up to 128 letters, digits and _ . @ : / -', [entry({ name: 'a\r\nb' })]],
    ['keys.json: [0].hash: expected the SHA-256 of a key, 64 hexadecimal digits', [entry({ hash: 'ak_plain' })]],
    [
      'keys.json: [0].scopes[0]: expected one of "sessions:start", "sessions:read", "metrics"',
      [entry({ scopes: ['all'] })],
    ],
    ['keys.json: [0].max_sessions: expected at least 1', [entry({ max_sessions: 0 })]],
    ['keys.json: [0].key: no such field', [entry({ key: 'ak_plain' })]],
    ['keys.json: [1].name: expected a name that differs from that of [0]', [entry(), entry({ hash: two })]],
    [
      'keys.json: [1].name: expected a name that differs from that of [0]',
      [entry(), entry({ name: 'SHOP', hash: two })],
    ],
    ['keys.json: [1].hash: expected a hash that differs from that of [0]', [entry(), entry({ name: 'desk' })]],
    [
      'keys.json: [1].hash: expected a hash that differs from that of [0]',
      [entry({ hash: 'a'.repeat(64) }), entry({ name: 'desk', hash: 'A'.repeat(64) })],
    ],
  ])('%s', (message, keys) => {
    expect(() => parseApiKeys(keys, 'keys.json')).toThrow(expect.objectContaining({ code: 'usage_invalid', message }));
  });

  it('are not quoted when they are not JSON', () => {
    expect(() => readApiKeys('[{"key": ak_plain}]', 'keys.json')).toThrow(
      /^keys\.json: expected JSON, an array of entries$/u,
    );
  });
});

describe('a key', () => {
  it('is random, and can be told from other secrets', () => {
    const keys = new Set(Array.from({ length: 100 }, createApiKey));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^ak_[\w-]{43}$/u);
  });

  it('is known by its SHA-256', () => {
    const hash: ApiKey['hash'] = hashApiKey('abc').toString('hex');
    expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
