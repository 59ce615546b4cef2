import { wrapped } from '../../scripts/page.mjs';
import { contentsOf, fenced } from '../docs/markdown.ts';
import { describeHistory } from '../turn-taking/describe.ts';
import { drawConversation } from '../turn-taking/drawConversation.ts';
import type { Conversation } from '../turn-taking/playConversation.ts';
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

async function situationOf({ title, happens, human, limit, play, playWithText }: Situation): Promise<string> {
  const conversation = await play();
  const { atMs: endsAt = 0 } = conversation.events.at(-1) ?? {};
  return [
    `### ${title}`,
    wrapped(`${happens} **A good human** ${human}`),
    fenced(drawConversation(conversation, { fromMs: 0, toMs: endsAt })),
    ...(limit === undefined ? [] : [wrapped(`**Falls short:** ${limit}`)]),
    wrapped(`History: ${describeHistory(conversation)}`),
    ...(playWithText === null
      ? []
      : [wrapped(`With rules about the words: ${compare(conversation, await playWithText())}`)]),
  ].join('\n\n');
}

/** Says what is different with `TurnDetection.Text()`. */
function compare(usual: Conversation, withText: Conversation): string {
  const history = describeHistory(withText);
  if (history !== describeHistory(usual)) return history;
  const differences = answersOf(usual).map((atMs, n) => atMs - (answersOf(withText)[n] ?? atMs));
  const soonerMs = differences.find((ms) => ms !== 0) ?? 0;
  return soonerMs === 0 ? 'the same.' : `the same, ${Math.abs(soonerMs)} ms ${soonerMs > 0 ? 'sooner' : 'later'}.`;
}

function answersOf({ events }: Conversation): readonly number[] {
  return events.flatMap(({ event, atMs }) => (event === 'agent_started_speaking' ? [atMs] : []));
}
