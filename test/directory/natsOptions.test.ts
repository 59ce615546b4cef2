import { expect, test } from 'vitest';
import { createNatsDirectory } from '../../src/directory/nats/natsDirectory.ts';
import { requirePackages } from '../../src/core/requirePackages.ts';

const url = 'nats://host';

test.each([
  [{ url: 'redis://user:secret@host' }, 'url: expected a nats:// or tls:// address, got none'],
  [{ url: 'host:4222' }, 'url: expected a nats:// or tls:// address, got none'],
  [{ url: [url, 'secret'] }, 'url: expected a nats:// or tls:// address, got none'],
  [{ url: [] }, 'url: expected an address, got none'],
  [{ url, credentials: 'secret' }, 'credentials: expected the content of a .creds file, got another text'],
  [{ url, prefix: 'a.b' }, 'prefix: expected up to 64 letters, digits, - and _, got 3 characters'],
])('options %o are refused: %s', (options, message) => {
  expect(() => createNatsDirectory(options)).toThrow(message);
});

test('packages that are not installed are named', () => {
  const resolve = (name: string): void => {
    if (name !== 'a') throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
  };
  const message = 'createNatsDirectory needs the optional packages b, c: npm install b c';
  expect(() => requirePackages(['a', 'b', 'c'], 'createNatsDirectory', { resolve })).toThrow(message);
});
