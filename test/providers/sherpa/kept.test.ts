import { expect, test } from 'vitest';
import { createSherpaEngines } from '../../../providers/sherpa/engines.ts';

test('the models of the three latest settings stay loaded, and older ones end', () => {
  const running: string[] = [];
  let settings = '';
  const engines = createSherpaEngines('', () => () => {
    const name = settings;
    running.push(name);
    const ignore = (): void => {};
    return { post: ignore, ref: ignore, unref: ignore, terminate: () => void running.splice(running.indexOf(name), 1) };
  });
  const use = (name: string): void => {
    settings = name;
    const host = engines.stt({ name }).select({ maxHosts: 1, maxClients: 8 });
    host.connect({ onAnswer: () => {}, onLost: () => {} }).disconnect();
  };
  for (const name of ['a', 'b', 'c']) use(name);
  expect(running).toEqual(['a', 'b', 'c']);
  use('b');
  use('d');
  expect(running).toEqual(['b', 'c', 'd']);
});
