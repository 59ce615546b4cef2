import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Old names that the code no longer has. */
const BANNED: readonly string[] = `
  Answering Asked AskedTtsWire atWork barge bordersOver bye despair discreet Ear emptyFloor endByWords
  Fact Fate fates inlet keptRequests leaveAlone Leg ListenWords LlmManner Manner objectIn OpenDecoder
  overheard OWNERS_ROUND OwnParts Patience pcmReader readingEar recogniserByRequest recogniserOver
  requestDouble RequestedSttWire RequestedTtsWire RequestedVoice Seat ServerNote SessionMade
  shelve socketDouble soundOf standing STT_ROOMS take_up takeUp Teller Telling tellings tieLoops
  ToldFact Trouble TROUBLES TTS_ROOMS TtsManner die hear hears obey rooms said stray tell tells told trouble world untaken VAD_ROOMS voiceByRequest voiceOver Vow
  withoutKeys World WorldOptions
`
  .trim()
  .split(/\s+/u);

const COMMENT = /\/\*[^]*?\*\/|(?<![:'"`\\])\/\/.*$/gmu;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gu;

/** The code without its comments, file by file. */
const code = new Map(
  sources().map((file) => [file, readFileSync(resolve(ROOT, file), 'utf8').replaceAll(COMMENT, '')]),
);

/** Each identifier, with a file that has it. */
const identifiers = new Map(
  [...code].flatMap(([file, text]) =>
    [...text.replaceAll(STRING, "''").matchAll(/[\p{L}_$#][\w$]*/gu)].map(([name]) => [name, file] as const),
  ),
);

const glossary = readFileSync(resolve(ROOT, 'docs/glossary.md'), 'utf8');
const terms = [...glossary.matchAll(/^\| \*\*(?<term>[^*]+)\*\* \|/gmu)].map(({ groups }) => groups?.['term'] ?? '');

test('the glossary defines each term once', () => {
  expect(terms.length).toBeGreaterThan(15);
  expect(new Set(terms).size).toBe(terms.length);
});

test.each(terms)('the code uses the term "%s"', (term) => {
  expect([...code.values()].some((text) => text.toLowerCase().includes(term))).toBe(true);
});

describe('names that are gone', () => {
  test('the code has names', () => expect(identifiers.size).toBeGreaterThan(1000));

  test.each(BANNED)('%s', (name) => expect(identifiers.get(name)).toBeUndefined());
});

function sources(): readonly string[] {
  const tracked = execFileSync('git', ['ls-files', 'src', 'operators', 'providers', 'kernels'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return tracked.split('\n').filter((file) => file.endsWith('.ts') && existsSync(resolve(ROOT, file)));
}
