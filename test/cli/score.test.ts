import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { promisify } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scoreCommand } from '../../src/cli/score.ts';
import { createDraft } from '../../src/cli/score/draft.ts';
import type { DraftFunction } from '../../src/cli/score/functions.ts';
import { formatLiteral } from '../../src/cli/score/literal.ts';
import { printScore } from '../../src/cli/score/print.ts';
import type { Recording } from '../../src/record/format.ts';
import { conversation } from '../draw/support/recorded.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { backgroundRecording } from '../support/background.ts';
import { terminal } from './terminal.ts';

const run = promisify(execFile);
/** Within the package, so that the scores import it by its name. */
const FOLDER = resolve(import.meta.dirname, '../../.cache/scores');
const CLI = resolve(import.meta.dirname, '../../dist/src/cli/antiphon.js');
const KEPT = resolve(import.meta.dirname, '../recordings');
const WRITTEN = ['conversation', 'stalled', 'background'];
const NAMES = [
  'concierge',
  'disconnected',
  'failures',
  'interrupted',
  'resumed',
  'with-audio',
  'conversation',
  'background',
];

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'conversation.jsonl'), written(await conversation()));
  await writeFile(join(FOLDER, 'background.jsonl'), written(await backgroundRecording()));
});
afterAll(() => rm(FOLDER, { recursive: true }));

function written({ head, lines }: Recording): string {
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

let made = 0;
const source = (name: string): string =>
  WRITTEN.includes(name) ? join(FOLDER, `${name}.jsonl`) : join(KEPT, `${name}.jsonl`);

async function make(name: string, ...args: readonly string[]): Promise<{ code: string; stderr: readonly string[] }> {
  const [console, out] = [terminal(), join(FOLDER, `${name}${args.includes('--runner') ? `.${++made}` : ''}.score.ts`)];
  expect(await scoreCommand.run([source(name), '--out', out, ...args], console)).toBe(0);
  expect(console.stdout).toEqual([out]);
  return { code: await readFile(out, 'utf8'), stderr: console.stderr };
}

describe('antiphon score of a recording that somebody else has made', () => {
  test('cannot become code, wherever its texts stand', async () => {
    const { head, lines } = await conversation();
    const hostile = [
      '\u2028evil();//',
      '\n*/evil();/*',
      "'+evil()+'",
      '`${evil()}`',
      '\\',
      '"+evil()+"',
      '\\"+evil()//',
    ].join(' ');
    const ports = { ...head.ports, turns: { kind: 'pause' as const, name: hostile } };
    const draft = createDraft({ head: { ...head, session: hostile, ports }, lines });
    const config = { ...draft.config, [`x: evil(), ${hostile}`]: hostile, nested: { [hostile]: [hostile] } };
    const called = { ...draft, config, functions: [createFunction(hostile)], away: [hostile] };
    const played = { heard: [{ atMs: 1, text: hostile }], calls: [{ atMs: 1, name: hostile, args: hostile }] };
    const failures = [hostile] as never[];
    for (const agent of [undefined, { module: hostile, isDefault: true }]) {
      const code = printScore(called, { ...played, failures }, { source: hostile, runner: 'vitest', agent });
      const names: unknown[] = [];
      JSON.stringify(parseAst(code, { lang: 'ts' }), (key, value: unknown) => {
        if (key === 'callee') names.push((value as { readonly name?: string }).name);
        return value;
      });
      expect(names).toContain('score');
      expect(names).not.toContain('evil');
    }
  });
});

function createFunction(name: string): DraftFunction {
  return {
    name,
    description: name,
    uninterruptible: true,
    interruptible: undefined,
    filler: name,
    results: [{ afterMs: 0, reports: [{ afterMs: 0, progress: name, say: name }], returns: name }],
  };
}

describe('antiphon score', () => {
  test('makes files that pass the compiler, and that run as they are', async () => {
    for (const name of NAMES) await make(name);
    const config = {
      extends: resolve(import.meta.dirname, '../../tsconfig.json'),
      compilerOptions: COMPILED,
      include: ['./*.ts'],
    };
    await writeFile(join(FOLDER, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await run('npx', ['tsc', '-p', FOLDER]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
    await Promise.all(NAMES.map((name) => run(process.execPath, [join(FOLDER, 'built', `${name}.score.js`)])));
  });

  test('has what was said, with its pauses, and what was heard', async () => {
    const { code, stderr } = await make('conversation', '--runner', 'vitest');
    expect(stderr).toEqual([]);
    expect(code).toContain(`
      user.says('12992ms', 'I would like a table', '704ms');
      user.says('14400ms', 'for four, by the window.', '1088ms');
      expected.heard('A table for four by the window. Which evening would suit you best?');
      client.disconnects('21500ms');
      client.returns('23500ms');
      user.mutes('24500ms');
`);
    expect(code).toMatch(/^import \{ test \} from 'vitest';$/mu);
  });

  test('has the answers of the model, and the results of the functions', async () => {
    const { code } = await make('conversation', '--runner', 'node');
    expect(code).toContain("calls: [{ name: 'opening_hours', arguments: { day: 'Sunday' } }],");
    expect(code).toContain("execute: recorded([{ afterMs: 0, returns: 'from 18 to 23 h' }]),");
    expect(code).toContain("expected.calls('opening_hours', { day: 'Sunday' });");
    expect(code).toMatch(/^import \{ test \} from 'node:test';$/mu);
  });

  test('says beside a line where the agent was cut off in the recording', async () => {
    const { code, stderr } = await make('concierge', '--runner', 'vitest');
    expect(stderr.join('\n')).toMatch(/^warning: the agent is cut off a few words earlier or later than in the rec/mu);
    expect(code).toMatch(
      /heard\('With pleasure\. .*, in a'\); \/\/ in the recording: 'With pleasure\. .* in a house that'\n/u,
    );
  });

  test('lasts until its voice has ended the last words', async () => {
    const { code } = await make('concierge', '--runner', 'node');
    expect(code).toContain("expected.heard('Goodbye, and see you soon at the Olive Tree.');");
  });

  test('expects the failures of the recording, except for those of the voice', async () => {
    const { code, stderr } = await make('failures', '--runner', 'vitest');
    expect(stderr).toContain('warning: not in the score: failures of the voice');
    expect(stderr.join('\n')).toMatch(/^warning: the user does not hear the same as in the recording/mu);
    for (const error of ['handler_failed', 'provider_failed', 'function_failed'])
      expect(code).toContain(`errors.has('${error}');`);
  });

  test('has an answer that broke off without an end', async () => {
    const llm = [{ text: 'We opened in nineteen eighty.', stallAfterTokens: 2 }];
    await writeFile(join(FOLDER, 'stalled.jsonl'), written(await recordingOf({ llm })));
    const { code } = await make('stalled');
    expect(code).toContain('stallAfterTokens: 2');
    expect(code).toContain(`errors.has('handler_timeout');`);
    // The recording goes on until 15 s: so does the score, behind the last word of the user.
    expect(Number(/lasting: '(\d+)ms'/u.exec(code)?.[1])).toBeGreaterThan(12_000);
  });

  test('plays an agent of yours, and imports it', async () => {
    const module = join(FOLDER, 'own.mjs');
    await writeFile(module, OWN);
    const out = join(FOLDER, 'own.score.ts');
    expect(await scoreCommand.run([source('interrupted'), '--agent', module, '--out', out], terminal())).toBe(0);
    const code = await readFile(out, 'utf8');
    expect(code).toContain("import { agent } from './own.mjs';");
    expect(code).not.toContain('defineAgent');
  });

  // Not every file system takes a ? in a name.
  test('imports an agent from a folder of any name', async () => {
    const folder = join(FOLDER, 'a b c# 100% %41');
    await mkdir(folder);
    const module = join(folder, 'own.mjs');
    await writeFile(module, OWN);
    const out = join(FOLDER, 'any.score.ts');
    // The importer of Vitest does not read # in an address: Node does.
    await run(process.execPath, [CLI, 'score', source('interrupted'), '--agent', module, '--out', out]);
    const [, specifier = ''] = /import \{ agent \} from '([^']*)';/u.exec(await readFile(out, 'utf8')) ?? [];
    expect(fileURLToPath(new URL(specifier, pathToFileURL(out)))).toBe(module);
  });

  test('does not overwrite a score', async () => {
    const out = join(FOLDER, 'edited.score.ts');
    await writeFile(out, 'edited');
    await expect(scoreCommand.run([source('interrupted'), '--out', out], terminal())).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining('exists') as unknown,
    });
    expect(await readFile(out, 'utf8')).toBe('edited');
  });

  test.each([
    ['no recording', [], 'expected one recording, got 0'],
    ['a runner that it does not know', ['a.jsonl', '--runner', 'jest'], 'expected --runner vitest or node, got "jest"'],
  ])('refuses %s', async (_, args, message) => {
    await expect(scoreCommand.run(args, terminal())).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test.each(["it's", 'say "it\'s" \\', 'a\nb\u2028c', '*/ ${process.exit()} `', "'); process.exit(); ('", '\\'])(
    'writes %j as a text that is nothing else',
    (text) => {
      expect(runInNewContext(`(${formatLiteral({ text })})`)).toEqual({ text });
    },
  );
});

const OWN = `export const agent = {
  configure_session: () => ({
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'unused' },
    tts: { provider: 'deepgram', api_key: 'unused' },
    initial_messages: [],
    session_data: {},
  }),
  llm_response_handler: () => [],
};
`;
const COMPILED = { noEmit: false, declaration: false, isolatedDeclarations: false, rootDir: '.', outDir: './built' };
