import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { alignmentOf, alignmentOfNamed, diagramsOf } from './diagrams.ts';

const STT = 'test/session/fallback/stt.marbles.test.ts';
const TTS = 'test/session/fallback/tts.marbles.test.ts';
const MODELS = 'test/llm/withFallback.test.ts';

/** Each text with diagrams, how many it has, and the tests that play them. */
const TEXTS: readonly (readonly [text: string, count: number, tests: readonly string[]])[] = [
  ['docs/fallback.md', 10, [STT, TTS]],
  ['docs/models.md', 3, [MODELS]],
  ['src/fallback/createSttFallback.ts', 1, [STT]],
  ['src/fallback/createTtsFallback.ts', 1, [TTS]],
  ['src/llm/withFallback.ts', 1, [MODELS]],
];

test.each(TEXTS)('each diagram of %s is a test, aligned', (text, count, files) => {
  const diagrams = diagramsOf(read(text).replaceAll(/^ \* ?/gm, ''));
  const tests = files.flatMap((file) => read(file).split(/^ *test[.(]/m));
  expect(diagrams).toHaveLength(count);
  for (const diagram of diagrams)
    expect(tests.map((source) => alignmentOfNamed(source, diagram))).toContainEqual(alignmentOf(diagram));
});

test.each([
  ['has another name in the test', 'b says  -f-'],
  ['begins elsewhere', 'a says   -f-'],
])('a line is not that of a test if it %s', (_, line) => {
  const source = "const text = ' -r-';\nconst aSays = '-f-';\nconst bSays = '-e-';";
  const aligned = 'text    -r-\na says  -f-';
  expect(alignmentOfNamed(source, aligned)).toEqual(alignmentOf(aligned));
  const other = `text    -r-\n${line}`;
  expect(alignmentOfNamed(source, other)).not.toEqual(alignmentOf(other));
});

test('two lines that are alike are two', () => {
  expect(Object.keys(alignmentOf('a hears  -v-\nb hears  -v-'))).toHaveLength(2);
});

function read(path: string): string {
  return readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
}
