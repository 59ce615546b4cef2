import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { filter, map, merge } from 'rxjs';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../src/core/message.ts';
import { createBackgroundSession, write, type BackgroundSession } from '../session/background/desk.ts';
import { says } from '../support/userActions.ts';
import { recipe } from './recipe.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/background.md'), 'utf8');

/** Half a second. */
const COLUMN_MS = 500;

/** A table is booked in the background, in 5 s, with a report after 2.5 s. */
function play(): BackgroundSession {
  return createBackgroundSession(
    {
      book_table: {
        does: async ({ acknowledge, progress }, clock) => {
          acknowledge('The kitchen was asked.');
          await clock.sleep(2500);
          progress('the kitchen is busy');
          await clock.sleep(2500);
          return 'booked';
        },
      },
    },
    {
      user: [says(320, 'a table for two'), says(3552, 'what time is it', 960)],
      llm: [
        { calls: [{ id: 'call_1', name: 'book_table', arguments: { people: 2 } }] },
        'I am on it.',
        'It is seven.',
        'It is booked.',
      ],
    },
  );
}

test('docs/background.md shows the messages as the model gets them', async () => {
  const [shown = ''] = PAGE.match(/(?<=```json\n)[^`]*/u) ?? [];
  expect(JSON.parse(shown)).toEqual(await lastRequest());
});

test('docs/background.md shows the edges and events of a call', async () => {
  const { clock, session } = play();
  const seen: Record<string, Record<number, string>> = {};
  const { functionCalls, functionResults } = session.edges;
  const letters = merge(
    functionCalls.pipe(map(() => ['functionCalls', 'c'] as const)),
    functionResults.pipe(
      map(({ background }) => background?.kind ?? 'first'),
      map((kind) => ['functionResults', { first: 'a', progress: 'p', final: 'r' }[kind]] as const),
    ),
    session.events$.pipe(
      filter(({ name }) => name.startsWith('on_function_calls_')),
      map(({ name }) => (name.endsWith('collected') ? (['collected', 'c'] as const) : (['executed', 'r'] as const))),
    ),
  );
  let begunAt: number | undefined;
  letters.subscribe(([lane, letter]) => {
    begunAt ??= clock.now();
    (seen[lane] ??= {})[Math.round((clock.now() - begunAt) / COLUMN_MS)] = letter;
  });
  await clock.run(20_000);
  const columns = Math.max(...Object.values(seen).flatMap((lane) => Object.keys(lane).map(Number))) + 1;
  for (const [lane, at] of Object.entries(seen)) {
    const marble = Array.from({ length: columns }, (_, column) => at[column] ?? '-').join('');
    expect(PAGE).toMatch(new RegExp(`^${lane} +${marble}(?: |$)`, 'mu'));
  }
  expect(Object.keys(seen)).toEqual(['functionCalls', 'collected', 'functionResults', 'executed']);
});

test('docs/background.md converts ids that a service refuses', async () => {
  const { withShortIds } = (await recipe('background.md', 'Ids that a service refuses', {})) as {
    readonly withShortIds: (messages: readonly ChatMessage[]) => readonly ChatMessage[];
  };
  const ids = withShortIds(await lastRequest()).flatMap((message) => {
    if (message.role === 'tool') return [message.tool_call_id];
    return message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
  });
  expect(ids).toHaveLength(6);
  expect(ids.filter((id) => !/^[a-zA-Z0-9]{9}$/u.test(id))).toEqual([]);
  expect([ids[0], ids[2], ids[4]]).toEqual([ids[1], ids[3], ids[5]]);
  expect(new Set(ids).size).toBe(3);
});

test('docs/background.md turns added calls into text for Anthropic', async () => {
  const { withNewsAsText } = (await recipe('background.md', 'Anthropic with extended thinking', {})) as {
    readonly withNewsAsText: (messages: readonly ChatMessage[]) => readonly ChatMessage[];
  };
  expect(write(withNewsAsText(await lastRequest()))).toEqual([
    'user: a table for two',
    'calls call_1',
    'tool call_1: The kitchen was asked.',
    'assistant: I am on it.',
    'user: (News of a function: the kitchen is busy)',
    'user: what time is it',
    'assistant: It is seven.',
    'user: (News of a function: booked)',
  ]);
});

async function lastRequest(): Promise<readonly ChatMessage[]> {
  const { clock, requests } = play();
  await clock.run(20_000);
  return requests.at(-1) ?? [];
}
