import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';
import { terminal, type KeptTerminal } from './terminal.ts';

/** Within the package, so that the scores import it by its name. */
const ROOT = resolve(import.meta.dirname, '../../.cache/suites');
const KEPT = resolve(import.meta.dirname, '../recordings/interrupted.jsonl');

const score = (expects: string): string => `import { createLlmDouble, score } from 'antiphon/testing';
const agent = {
  configure_session: () => ({
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'unused' },
    tts: { provider: 'deepgram', api_key: 'unused' },
    initial_messages: [],
    session_data: {},
  }),
  llm_response_handler: createLlmDouble([]),
};
await score(agent, ({ user, agent: expected }) => {
  user.says('1s', 'hello', '600ms');
  expected.heard(${JSON.stringify(expects)});
}, { llm: ['Good <evening> & "hello".'] });
`;
const PASSES = score('Good <evening> & "hello".');

let folder: string;
let suites = 0;
beforeAll(() => rm(ROOT, { recursive: true, force: true }));
beforeEach(async () => {
  folder = join(ROOT, String((suites += 1)));
  await mkdir(join(folder, 'below'), { recursive: true });
});
afterAll(() => rm(ROOT, { recursive: true, force: true }));

async function run(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ code: number; screen: KeptTerminal; out: string }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const screen = terminal({ columns: 120 });
  const code = await runCommand(['test', folder, ...args], screen);
  return { code, screen, out: screen.stdout.join('\n') };
}

describe('antiphon test', () => {
  test('replays recordings and plays scores, exit code 0 if all pass', async () => {
    await copyFile(KEPT, join(folder, 'below', 'call.jsonl'));
    const { code, out } = await run({ 'good.score.js': PASSES, 'other.js': 'throw new Error()' });
    expect(code).toBe(0);
    expect(out).toMatch(/^2 passed, 0 failed$/mu);
  });

  test('shows what failed, exit code 1', async () => {
    const { code, out } = await run({ 'good.score.js': PASSES, 'wrong.score.mjs': score('Goodbye.') });
    expect(code).toBe(1);
    expect(out).toMatch(/^FAILED wrong\.score\.mjs: \S*wrong\.score\.mjs:12:7$/mu);
    expect(out).toContain(`- agent.heard('Goodbye.'): the user heard 'Good <evening> & "hello".'`);
    expect(out).toMatch(/^1 passed, 1 failed$/mu);
  });

  test('shows a difference to a recording', async () => {
    const text = await readFile(KEPT, 'utf8');
    const { code, out } = await run({
      'call.jsonl': text.replace('"config":{', '"config":{"min_endpointing_delay":2,'),
    });
    expect(code).toBe(1);
    expect(out).toMatch(
      /FAILED call\.jsonl: replay\nthe first difference to the recording\n[^]*▲ the first difference/u,
    );
  });

  test('shows the waits, and which rules of turn-taking the conversations have exercised', async () => {
    const { out } = await run({ 'a.score.js': PASSES, 'b.score.js': PASSES });
    expect(out).toMatch(/^all of it \(2\) +\d+ ms +\d+ ms$/mu);
    expect(out).toMatch(/^A turn is committed +2 +#when-the-users-turn-ends$/mu);
    expect(out).toMatch(/^The user interrupts the agent +- +#what-interrupts-the-agent$/mu);
    expect(out).toMatch(/^3 of \d+ rules were exercised$/mu);
  });

  test('writes JUnit and JSON', async () => {
    const [junit, json] = [join(folder, 'junit.xml'), join(folder, 'report.json')];
    await run({ 'a.score.js': PASSES, 'b.score.js': score('<no>\u0000') }, '--junit', junit, '--json', json);
    const xml = await readFile(junit, 'utf8');
    expect(xml).toMatch(/<testsuites name="antiphon" tests="2" failures="1" errors="0" time="\d+\.\d{3}">/u);
    expect(xml).toMatch(/<testcase classname="a\.score\.js" name="[^"]+" time="\d+\.\d{3}"\/>/u);
    expect(xml).toContain('&lt;no&gt;');
    expect(xml).not.toContain('\u0000');
    const report = JSON.parse(await readFile(json, 'utf8')) as object;
    expect(report).toMatchObject({
      passed: 1,
      failed: 1,
      waits: { answers: 1 },
      files: [{ file: 'a.score.js' }, { file: 'b.score.js' }],
    });
  });

  test('the files of a suite of recorded speech are in the report', async () => {
    const silence = Buffer.concat([createWavHeader(16_000, 1, 32_000), Buffer.alloc(32_000)]);
    for (const name of ['a', 'b']) {
      await writeFile(join(folder, `${name}.wav`), silence);
      await writeFile(join(folder, `${name}.txt`), '');
    }
    const json = join(folder, 'report.json');
    const suite = PASSES.replace(/await score\([^]*$/u, `await score.suite(agent, ${JSON.stringify(folder)});\n`);
    const { code } = await run({ 'speech.score.js': suite }, '--json', json);
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({
      files: [{ file: 'speech.score.js', tests: [{ name: 'a.wav' }, { name: 'b.wav' }] }],
    });
  });

  test.each([
    ['that plays nothing', 'export {};', 'the file played no score'],
    ['that cannot be loaded', "import './nowhere.js';", 'Cannot find module'],
    ['that throws', "throw new Error('at its end');", 'at its end'],
    ['that is not awaited', PASSES.replace('await score', 'score'), 'was not awaited'],
    ['that ends the process', 'process.exit(3);', 'its thread ended with code 3'],
  ])('goes on after a score %s', async (_, text, message) => {
    const { code, out } = await run({ 'a.score.js': text, 'b.score.js': PASSES }, '--jobs', '1');
    expect([code, out]).toEqual([1, expect.stringContaining(message)]);
    expect(out).toMatch(/^1 passed, 1 failed$/mu);
  });

  test.each([
    ['hangs', 'await new Promise(() => setInterval(() => {}, 1000));'],
    ['blocks', 'for (;;);'],
  ])('ends a score that %s', async (_, text) => {
    const { code, out } = await run({ 'a.score.js': text }, '--limit', '1s');
    expect([code, out]).toEqual([1, expect.stringContaining('FAILED a.score.js: run\nit took longer than 1 s')]);
  });

  test('runs as many files at once as it has jobs: two that wait for each other', async () => {
    const meets = `const other = new BroadcastChannel('antiphon-test-jobs');
await new Promise((resolve) => {
  other.onmessage = () => resolve(other.postMessage('here'));
  other.postMessage('here');
});
other.close();
${PASSES}`;
    const files = { 'a.score.js': meets, 'b.score.js': meets };
    expect((await run(files, '--jobs', '2', '--limit', '30s')).out).toMatch(/^2 passed, 0 failed$/mu);
    expect((await run({}, '--jobs', '1', '--limit', '1s')).code).toBe(1);
  });

  test('plays TypeScript, or says what it takes', async () => {
    const { out } = await run({ 'a.score.ts': `${PASSES}const typed: number = 1;\nexport { typed };\n` });
    expect(out).toMatch(/^1 passed|Node \S+ cannot run TypeScript: use Node 22\.18 or later, or compile it/mu);
  });

  test.each([
    ['a folder without any', [], 'expected recordings (*.jsonl) or scores (*.score.ts, *.score.js) in '],
    ['no limit', ['--limit', '0s'], 'expected a time such as "1.5s" or "700ms" for --limit, got "0s"'],
    ['no jobs', ['--jobs', '0'], 'expected --jobs of 1 or more, got "0"'],
  ])('refuses %s, exit code 2', async (_, args, message) => {
    const { code, screen } = await run({}, ...args);
    expect([code, screen.stderr.join('\n')]).toEqual([2, expect.stringContaining(message)]);
  });
});
