import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as providers from '../../providers/index.ts';
import * as main from '../../src/index.ts';
import { packAndInstall, type Packed } from './packed.ts';

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall(['rxjs', 'zod', 'tslib', 'ws']);
});
afterAll(() => packed.dispose());

const run = (script: string, ...flags: readonly string[]): string =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    cwd: packed.project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Runs `work` while the package lacks these chunks. */
function without(chunks: readonly string[], work: () => void): void {
  const paths = chunks.map((chunk) => join(packed.project, `node_modules/antiphon/dist/chunks/${chunk}.js`));
  for (const path of paths) renameSync(path, `${path}.away`);
  try {
    work();
  } finally {
    for (const path of paths) renameSync(`${path}.away`, path);
  }
}

const SCORE = `
  import { defineAgent, STT, VAD } from 'antiphon';
  import { silero } from 'antiphon/providers';
  import { of } from 'rxjs';
  defineAgent({ configure_session: () => ({ vad: VAD.Silero(), stt: STT.Local({}) }), llm_response_handler: () => of() });
  silero({ sampleRate: 16000 }).score(of(new Int16Array(512))).subscribe((score) => console.log(score < 0.5));
`;

describe('the functions of the main entry points load what is behind them when they are called', () => {
  test('an agent is defined and a window is scored without a session, an operator or an adapter', () => {
    without(['session', 'operators'], () => expect(run(SCORE)).toBe('true'));
  });

  test('a session is created by the first call', () => {
    const script = `import { createSession } from 'antiphon'; createSession({})`;
    expect(() => run(script)).toThrow('agent.llm_response_handler: expected a function, got nothing');
    without(['session'], () => expect(() => run(script)).toThrow('session.js'));
  });

  test('all is loaded at once by a Node that cannot require ES modules', () => {
    const flag = '--no-experimental-require-module';
    expect(run(SCORE, flag)).toBe('true');
    without(['session'], () => expect(() => run(SCORE, flag)).toThrow('session.js'));
  });

  test.each([
    ['antiphon', main],
    ['antiphon/providers', providers],
  ])('%s exports what its source exports', async (entry, source) => {
    const path = entry === 'antiphon' ? 'src' : 'providers';
    const url = pathToFileURL(join(packed.project, `node_modules/antiphon/dist/${path}/index.js`)).href;
    const built = (await import(url)) as object;
    const kinds = (module: object): object =>
      Object.fromEntries(Object.entries(module).map(([name, value]) => [name, typeof value]));
    expect(kinds(built)).toEqual(kinds(source));
  });
});
