import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { measureGrowth } from '../support/growth.ts';
import { hasNestedQuantifiers } from '../../scripts/lint/nestedQuantifiers.mjs';
import { hostileTexts, listPatterns } from '../support/patterns.ts';

const files = execFileSync('git', ['ls-files', 'src', 'operators', 'providers'], { encoding: 'utf8' }).split('\n');
const patterns = files.filter((file) => /(?<!\.d)\.ts$/u.test(file)).flatMap(listPatterns);

describe('the regular expressions of what is published', () => {
  test('are found', () => expect(patterns.length).toBeGreaterThan(300));

  test('repeat nothing within a repetition, except behind a separator of its own', () =>
    expect(patterns.filter(({ source }) => hasNestedQuantifiers(source)).map(describePattern)).toEqual([]));

  test('take a time that grows with the text, whatever it is of', { timeout: 600_000 }, async () => {
    const slow: string[] = [];
    for (const pattern of patterns.filter(({ isEnd }) => !isEnd))
      for (const part of hostileTexts(1).keys())
        if ((await growthOf(pattern, part)) > 3) slow.push(`${describePattern(pattern)} ${JSON.stringify(part)}`);
    expect(slow).toEqual([]);
  });

  test('that are slow are noticed', async () => {
    const pattern = { file: '', isEnd: false, source: '(?<!\\w)[^:]+:', flags: 'u' };
    expect(await growthOf(pattern, '漢', 2000)).toBeGreaterThan(3);
  });
});

type Pattern = (typeof patterns)[number];

/** Of 20,000 characters, against half of them: what is not linear takes long enough to be seen. A sticky pattern is tried where it matches only. */
function growthOf({ source, flags }: Pattern, part: string, size = 10_000): Promise<number> {
  const regex = new RegExp(source, `${flags.replace('g', '')}g`);
  return measureGrowth(size, (length) => (texts(length).get(part) ?? '').replace(regex, ''), { negligibleMs: 20 });
}

const known = new Map<number, ReadonlyMap<string, string>>();

function texts(length: number): ReadonlyMap<string, string> {
  const found = known.get(length) ?? hostileTexts(length);
  known.set(length, found);
  return found;
}

function describePattern({ file, source, flags }: Pattern): string {
  return `${file} /${source}/${flags}`;
}
