import { expect, test } from 'vitest';
import { createMemoryDirectory } from '../../src/directory/memory/memoryDirectory.ts';

const node = { id: 'a', url: 'https://a.example.com', capacity: 1 };

test.each([
  [{ heartbeat_interval: 0 }, 'heartbeat_interval: expected seconds from 0.05 to 60, got 0'],
  [{ heartbeat_interval: 1, expiry: 2.9 }, 'expiry: expected seconds from 3 to 60, got 2.9'],
  [{ timeout: Number.NaN }, 'timeout: expected seconds from 0.05 to 60, got NaN'],
])('options %o are refused: %s', (options, message) => {
  expect(() => createMemoryDirectory(options)).toThrow(message);
});

test('an expiry of three heartbeats is enough', () => {
  expect(() => createMemoryDirectory({ heartbeat_interval: 1, expiry: 3 })).not.toThrow();
});

test.each([
  [{ id: 'a b' }, 'id: expected up to 64 letters, digits, - and _, got 3 characters'],
  [{ url: 'ftp://a' }, 'url: expected an http or https address without a password, got none'],
  [{ url: 'http://user:secret@a' }, 'url: expected an http or https address without a password, got none'],
  [{ capacity: 0 }, 'capacity: expected a whole number from 1 to 1000000, got 0'],
])('a node with %o is refused: %s', (fields, message) => {
  expect(() => createMemoryDirectory().register({ ...node, ...fields })).toThrow(message);
});
