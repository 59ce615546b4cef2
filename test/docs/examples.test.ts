import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryPoints } from '../architecture/files.ts';
import { readProjectFiles } from '../architecture/projectFiles.ts';
import { findMissingExamples, type Exports } from './missingExamples.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const files = readProjectFiles(ROOT);

test.each(entryPoints(files))('each function of %s has an example in its doc comment', async (entry) => {
  const exported = (await import(resolve(ROOT, entry))) as Exports;
  expect(findMissingExamples(files, entry, exported)).toEqual([]);
});

describe('a missing example', () => {
  const example = (code: string): string =>
    `/**\n * Detects.\n *\n * @example\n * \`\`\`ts\n * ${code}\n * \`\`\`\n */\n`;
  const find = (comment: string): readonly string[] => {
    const modules = {
      'operators/index.ts': "export { vad } from './vad.ts';",
      'operators/vad.ts': `${comment}export function vad() {}`,
    };
    return findMissingExamples(new Map(Object.entries(modules)), 'operators/index.ts', { vad: () => {} });
  };

  test('is not reported if the doc comment uses the function', () => expect(find(example('vad();'))).toEqual([]));

  test.each([
    ['the function has no comment', ''],
    ['its comment has no example', '/** Detects. */\n'],
    ['its example has no fence', '/**\n * @example\n * vad();\n */\n'],
    ['its example uses something else', example('digits();')],
    ['the example is that of another function', `${example('vad();')}const other = 1;\n`],
  ])('is reported if %s', (_, comment) =>
    expect(find(comment)).toEqual([expect.stringContaining('operators/vad.ts: vad has no @example')]),
  );

  test('of a factory is reported, but not that of an alias', () => {
    const [Silero, Acme] = [() => {}, () => {}];
    const sources = new Map([['providers/silero/settings.ts', example('VAD.Silero();')]]);
    expect(findMissingExamples(sources, 'src/index.ts', { VAD: { Silero, Acme, ProviderV: Silero } })).toEqual([
      expect.stringContaining('VAD.Acme has no @example'),
    ]);
  });
});
