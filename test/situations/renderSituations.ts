import { contentsOf, fenced, wrapped } from '../docs/markdown.ts';
import { describeHistory } from '../turn-taking/describe.ts';
import { drawConversation } from '../turn-taking/drawConversation.ts';
import type { Chapter, Situation } from './situation.ts';

/** Writes situations as a page of Markdown: the front, the contents, and each situation as it was played. */
export async function renderSituations(front: string, chapters: readonly Chapter[]): Promise<string> {
  const headings = chapters.map(({ title, situations }) => ({ title, below: situations }));
  const parts = await Promise.all(chapters.map(chapterOf));
  return `${[front.trim(), contentsOf(headings), ...parts].join('\n\n')}\n`;
}

async function chapterOf({ title, intro = '', situations }: Chapter): Promise<string> {
  const shown = await Promise.all(situations.map(situationOf));
  return [`## ${title}`, intro.trim(), ...shown].filter(Boolean).join('\n\n');
}

async function situationOf({ title, happens, human, limit, play }: Situation): Promise<string> {
  const conversation = await play();
  const { atMs: endsAt = 0 } = conversation.events.at(-1) ?? {};
  return [
    `### ${title}`,
    wrapped(`${happens} **A good human** ${human}`),
    fenced(drawConversation(conversation, { fromMs: 0, toMs: endsAt })),
    ...(limit === undefined ? [] : [wrapped(`**Falls short:** ${limit}`)]),
    wrapped(`History: ${describeHistory(conversation)}`),
  ].join('\n\n');
}
