import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it, onTestFinished } from 'vitest';
import plugin from '../../scripts/lint/plugin.mjs';
import { visit } from '../support/patterns.ts';

type RuleName = keyof typeof plugin.rules;

/** The number of faults that a rule finds in a file. The tester of oxlint needs Node 22. */
function countFaults(rule: RuleName, code: string): number {
  let faults = 0;
  const listeners = plugin.rules[rule].create({ report: () => void (faults += 1) });
  visit(parseAst(code, { lang: 'ts' }), (node) => listeners[node.type]?.(node));
  listeners['Program:exit']?.({});
  return faults;
}

const NESTED = [
  '(a+)+$',
  '(a*)*',
  String.raw`(?:\w*)*`,
  '([^"]+|x)*',
  '(a|b+)*',
  '(?:a+b?)*',
  '(b?a+)+',
  '(?:a+?)*',
  '(?:(?:b|)a+)*',
  String.raw`(?:\ba+)*`,
  '(?:(?=x)a+)+',
  '(a+){10,20}',
  '((a+)b*)+',
];
const PLAIN = [
  String.raw`(?:,\d+)*`,
  '(?:a|b)+',
  String.raw`\w+\s+`,
  '(?<=a+)b',
  '[(+*]+',
  '(?:a+)?',
  '(a+){2,3}',
  '(?:a?b)+',
  String.raw`\(a+\)+`,
];

describe('no-nested-quantifiers', () => {
  it.each([
    ...NESTED.map((source) => `/${source}/u.test(text);`),
    `new RegExp('(a+)+');`,
    `RegExp('(' + 'a+' + ')+', 'u');`,
    'const WORD = String.raw`\\w+`; new RegExp(`(?:${WORD})*`);',
    `new RegExp('(' + ['x', 'a+'].join('|') + ')*');`,
    `const SETS = ['a', 'b'].map((set) => set + '+').join('|'); new RegExp(\`(?:\${SETS})*\`);`,
    `function one() { if (x) return 'b'; return 'a+'; } new RegExp(\`(?:\${one()})*\`);`,
    `new RegExp(isLong ? '(a+)*' : 'a');`,
    `createEndPattern('(?:a+)*');`,
  ])('refuses %s', (code) => expect(countFaults('no-nested-quantifiers', code)).toBe(1));

  it.each([
    ...PLAIN.map((source) => `/${source}/u.test(text);`),
    `new RegExp('(?:' + ',a+' + ')*');`,
    'new RegExp(text);',
    `RegExp(['a+', 'b+'].join('|'));`,
    `parse('(a+)+');`,
  ])('accepts %s', (code) => expect(countFaults('no-nested-quantifiers', code)).toBe(0));
});

describe('escaped', () => {
  it.each([
    'new RegExp(name);',
    'new RegExp(`^${name}$`);',
    `RegExp('^' + names[0]);`,
    `new RegExp(names.join('|'));`,
    `new RegExp(names.map((name) => name + '+').join('|'));`,
    'const name = read(); createEndPattern(`${name}+`);',
    'const a = b; const b = a; new RegExp(a);',
  ])('refuses %s', (code) => expect(countFaults('escaped', code)).toBeGreaterThan(0));

  it.each([
    `new RegExp('a' + escapePattern(name));`,
    `new RegExp(names.map(escapePattern).join('|'));`,
    'new RegExp(pattern.source, pattern.flags);',
    'new RegExp(`[${UNSPACED_SCRIPTS}]`);',
    `const unit = oneOf(['a']); function oneOf(texts) { return texts.map(escapePattern).join('|'); } new RegExp(\`^\${unit}\`);`,
  ])('accepts %s', (code) => expect(countFaults('escaped', code)).toBe(0));
});

describe('npm run lint', () => {
  it('has the rules', () => {
    const { jsPlugins, rules, overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'));
    expect([jsPlugins, rules['patterns/no-nested-quantifiers']]).toEqual([['./scripts/lint/plugin.mjs'], 'error']);
    const [published] = overrides;
    const files = ['src/**', 'operators/**', 'providers/**'];
    expect([published.files, published.rules['patterns/escaped']]).toEqual([files, 'error']);
  });

  it('refuses a file with nested quantifiers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const rules = { 'patterns/no-nested-quantifiers': 'error' };
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ jsPlugins: [resolve('scripts/lint/plugin.mjs')], rules }),
    );
    writeFileSync(join(folder, 'plain.ts'), 'export const a: RegExp = /(?:,a+)+/u;\n');
    const lint = (): string =>
      execFileSync('npx', ['oxlint', '-c', join(folder, 'config.json'), folder], { encoding: 'utf8' });
    expect(lint()).toContain('0 errors');
    writeFileSync(join(folder, 'nested.ts'), 'export const a: RegExp = /(?:a+)+/u;\n');
    expect(lint).toThrow(/status 1|Command failed/u);
  });
});
