import { expect, test } from 'vitest';
import { requirePackages } from '../../src/core/requirePackages.ts';

const resolve = (name: string): void => {
  if (name === 'only-imports') throw Object.assign(new Error(), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
  if (name !== 'a') throw Object.assign(new Error(), { code: 'MODULE_NOT_FOUND' });
};

test.each([
  [['a', 'ioredis'], 'createRedisDirectory needs the optional package ioredis: npm install ioredis'],
  [['b', 'a', 'c'], 'createRedisDirectory needs the optional packages b, c: npm install b c'],
  [
    ['espeak-ng'],
    'createRedisDirectory needs the optional package espeak-ng (GPL-3.0-or-later): npm install espeak-ng@1.0.2',
  ],
])('of %j, those that are not installed are named, with the command that installs them', (names, message) => {
  expect(() => requirePackages(names, 'createRedisDirectory', { resolve })).toThrow(
    expect.objectContaining({ code: 'usage_invalid', message }),
  );
});

test('the error of a provider names it', () => {
  const options = { code: 'provider_unavailable', provider: 'local', resolve } as const;
  expect(() => requirePackages(['soundswallower'], 'STT.Local', options)).toThrow(
    expect.objectContaining({ code: 'provider_unavailable', details: { provider: 'local' } }),
  );
});

test('a package that can only be imported is installed', () => {
  expect(() => requirePackages(['only-imports'], 'serve', { resolve })).not.toThrow();
});
