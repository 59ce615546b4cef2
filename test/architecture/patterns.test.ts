import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { growth } from '../support/growth.ts';
import { findNested, hostileTexts, listPatterns } from '../support/patterns.ts';

const files = execFileSync('git', ['ls-files', 'src', 'operators', 'providers'], { encoding: 'utf8' }).split('\n');
const patterns = files.filter((file) => /(?<!\.d)\.ts$/u.test(file)).flatMap(listPatterns);

describe('the regular expressions of what is published', () => {
  test('are found', () => expect(patterns.length).toBeGreaterThan(300));

  test('repeat nothing within a repetition, except behind a separator of its own', () =>
    expect(patterns.filter(({ source }) => findNested(source)).map(describePattern)).toEqual([]));

  test('take a time that grows with the text, whatever it is of', { timeout: 600_000 }, () => {
    const slow = patterns.flatMap((pattern) => {
      const parts = [...hostileTexts(1).keys()].filter((part) => growthOf(pattern, part) > 3);
      return parts.length === 0 ? [] : [`${describePattern(pattern)} ${JSON.stringify(parts)}`];
    });
    expect(slow).toEqual([]);
  });

  test('that are slow are noticed', () => {
    expect(['(a+)+$', '(?:\\w*)*', '([^"]+|x)*', '(a|b+)*'].every(findNested)).toBe(true);
    expect(['(?:,\\d+)*', '(?:a|b)+', '\\w+\\s+', '(?<=a+)b', '[(+*]+'].some(findNested)).toBe(false);
    const pattern = { file: '', source: '(?<!\\w)[^:]+:', flags: 'u' };
    expect(growthOf(pattern, '漢', 4000)).toBeGreaterThan(3);
  });
});

type Pattern = (typeof patterns)[number];

/** Of 20,000 characters, against half of them: what is not linear takes long enough to be seen. */
function growthOf({ source, flags }: Pattern, part: string, size = 10_000): number {
  const regex = new RegExp(source, `${flags.replaceAll(/[gy]/gu, '')}g`);
  return growth((length) => void (texts(length).get(part) ?? '').replace(regex, ''), size);
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
