import { expect, test } from 'vitest';
import { createRedisDirectory } from '../../src/directory/redis/redisDirectory.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';

test.each([
  [{ url: 'http://user:secret@host' }, 'url: expected a redis:// or rediss:// address, got none'],
  [{ url: ['redis://host', 'http://host'] }, 'url: expected a redis:// or rediss:// address, got none'],
  [{ url: [] }, 'url: expected an address, got none'],
  [{ url: 'redis://host', prefix: 'a{b}' }, 'prefix: expected up to 64 letters, digits, - and _, got 4 characters'],
])('options %o are refused: %s', (options, message) => {
  expect(() => createRedisDirectory(options)).toThrow(message);
});

test('a package that is not installed is named', () => {
  const resolve = (): never => {
    throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
  };
  const message = 'createRedisDirectory needs the optional package ioredis: npm install ioredis';
  expect(() => requirePackages(['ioredis'], 'createRedisDirectory', { resolve })).toThrow(message);
});
