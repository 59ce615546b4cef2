import { wrapped } from '../../scripts/page.mjs';
import { contentsOf, fenced } from '../docs/markdown.ts';
import type { Case, Outcome, Rule, Section } from './createRule.ts';

/** Writes the proofs as a page of Markdown: the front, the contents, and each rule, folded, with its cases as they were played. */
export async function renderPage(front: string, sections: readonly Section[]): Promise<string> {
  const parts = await Promise.all(sections.map(sectionOf));
  return `${[front, contentsOf(sections), ...parts].map((part) => part.trim()).join('\n\n')}\n`;
}

async function sectionOf({ title, intro, rules }: Section): Promise<string> {
  const shown = await Promise.all(rules.map(ruleOf));
  return [`## ${title}`, intro.trim(), ...shown].join('\n\n');
}

async function ruleOf({ title, rule, threshold, cases }: Rule): Promise<string> {
  const edge = threshold === undefined ? [] : [`*Boundary:* ${threshold}`];
  const inside = [wrapped(rule), ...edge.map(wrapped), fenced(await played(cases))];
  return [`<details><summary>${inHtml(title)}</summary>`, ...inside, '</details>'].join('\n\n');
}

/** Markdown is not rendered in a summary. */
function inHtml(title: string): string {
  return title.replaceAll(/`([^`]*)`/gu, '<code>$1</code>');
}

/** Plays the cases and draws them; a case that ends like the case before it has no picture. */
async function played(cases: readonly Case[]): Promise<string> {
  const outcomes = await Promise.all(cases.map(({ outcome }) => outcome()));
  const shown = cases.map(({ name }, n) => {
    const { result, picture } = outcomes[n] ?? UNKNOWN;
    const isNew = result !== outcomes[n - 1]?.result;
    return [`${name} → ${result}`, ...(isNew ? picture.split('\n').filter(Boolean).map(indented) : [])].join('\n');
  });
  return shown.join(shown.some((text) => text.includes('\n')) ? '\n\n' : '\n');
}

const UNKNOWN: Outcome = { result: '', picture: '' };

function indented(line: string): string {
  return `  ${line}`;
}
