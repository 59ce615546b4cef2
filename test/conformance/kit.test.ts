import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startFake, type FakeVendor } from '../fakes/kit/fake.ts';
import { sameWire, sdk, wireOf } from './kit.ts';

describe('two wires', () => {
  const theirs = [{ upgrade: { path: '/v1', query: { model: 'm', id: '1' } } }, { frame: { type: 'go', n: [1, 2] } }];

  test('are the same when every field is', () => sameWire(theirs, structuredClone(theirs), []));

  test('differ by a field that another has, or has not, or has otherwise', () => {
    const ours = [{ upgrade: { path: '/v2', query: { model: 'm' }, extra: true } }, theirs[1]];
    expect(() => sameWire(theirs, ours, [])).toThrow(
      [
        'not the same on the wire:',
        '0: upgrade.path\n  SDK   "/v1"\n  ours  "/v2"',
        '0: upgrade.query.id\n  SDK   "1"\n  ours  nothing',
        '0: upgrade.extra\n  SDK   nothing\n  ours  true',
      ].join('\n'),
    );
  });

  test('differ by an item too many', () =>
    expect(() => sameWire(theirs, theirs.slice(0, 1), [])).toThrow('1: frame.type\n  SDK   "go"\n  ours  nothing'));

  test('differ by bytes, and by an empty object', () => {
    expect(() => sameWire([{ frame: Uint8Array.of(1) }], [{ frame: Uint8Array.of(2) }], [])).toThrow('1 bytes 02');
    expect(() => sameWire([{ body: {} }], [{}], [])).toThrow('ours  nothing');
  });

  test('may differ where it is meant', () => {
    const ours = [{ upgrade: { path: '/v1', query: { model: 'x', id: '2' } } }, theirs[1]];
    sameWire(theirs, ours, [{ where: 'upgrade.query', why: 'ours are better' }]);
    expect(() => sameWire(theirs, ours, [{ where: 'upgrade.query.id', why: 'an id' }])).toThrow('upgrade.query.model');
  });

  test('must differ where it is meant', () =>
    expect(() => sameWire(theirs, theirs, [{ where: 'upgrade.query.key', why: 'keys go into headers' }])).toThrow(
      'does not deviate: upgrade.query.key (keys go into headers)',
    ));
});

describe('messages of a client', () => {
  const deaf: FakeVendor = {
    validate: () => [],
    refuse: (status) => ({ status }),
    connect: (socket) => ({ onFrame: () => socket.close(1000) }),
    answer: () => ({ status: 200 }),
  };

  test('is its doors and its frames, parsed, without what belongs to every client', async () => {
    const server = await startFake(deaf);
    await fetch(`${server.origin}/speak`, { method: 'POST', headers: { 'x-key': 'k' }, body: '{"text":"hi"}' });
    const socket = new WebSocket(`${server.origin}/listen?a=1&a=2&b=3`, { headers: { 'x-key': 'k' } });
    await new Promise((closed) => socket.on('open', () => socket.send('{"go":true}')).on('close', closed));
    await server.close();
    const headers = { 'x-key': 'k' };
    expect(wireOf(server)).toEqual([
      {
        request: {
          method: 'POST',
          path: '/speak',
          query: {},
          headers: { ...headers, 'content-type': 'text/plain;charset=UTF-8' },
          body: { text: 'hi' },
        },
      },
      {
        upgrade: {
          method: 'GET',
          path: '/listen',
          query: { a: ['1', '2'], b: '3' },
          headers,
          body: new Uint8Array(),
        },
      },
      { frame: { go: true } },
    ]);
  });
});

test('the vendors’ clients are there', () => expect(sdk('openai')).toHaveProperty('OpenAI'));
