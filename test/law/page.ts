import type { Case, Outcome, Rule, Section } from './rule.ts';

/** The law as a page of Markdown: each rule with what was played for it. */
export async function page(intro: string, sections: readonly Section[]): Promise<string> {
  const parts = await Promise.all(sections.map(sectionOf));
  return `${[intro, ...parts].map((part) => part.trim()).join('\n\n')}\n`;
}

async function sectionOf({ title, intro, rules }: Section): Promise<string> {
  const shown = await Promise.all(rules.map(ruleOf));
  return [`## ${title}`, intro.trim(), ...shown].join('\n\n');
}

async function ruleOf({ title, rule, threshold, cases }: Rule): Promise<string> {
  const edge = threshold === undefined ? [] : [`*Edge:* ${threshold}`];
  return [`### ${title}`, wrapped(rule), ...edge.map(wrapped), fenced(await played(cases))].join('\n\n');
}

/** Each case with its picture; one that ends like the case before it needs none. */
async function played(cases: readonly Case[]): Promise<string> {
  const outcomes = await Promise.all(cases.map(({ outcome }) => outcome()));
  const shown = cases.map(({ name }, n) => {
    const { told, picture } = outcomes[n] ?? UNKNOWN;
    const isNew = told !== outcomes[n - 1]?.told;
    return [`${name} → ${told}`, ...(isNew ? picture.split('\n').filter(Boolean).map(indented) : [])].join('\n');
  });
  return shown.join(shown.some((text) => text.includes('\n')) ? '\n\n' : '\n');
}

const UNKNOWN: Outcome = { told: '', picture: '' };

function indented(line: string): string {
  return `  ${line}`;
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

function wrapped(text: string): string {
  return text.replaceAll(/(?=.{121})(.{1,120}) /gu, '$1\n');
}
