import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { METRIC_PARTS } from '../../src/core/metric.ts';
import { chunk, finish, usage } from '../../src/testing/doubles/chunks.ts';
import { STT, TTS } from '../../providers/names.ts';
import type { Session } from '../../src/session/session.ts';
import { createTracedSession, startTracedSession } from './traced.ts';
import type { TestSessionOptions } from '../support/testSession.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/tracing.md'), 'utf8');
const SPANS = [
  'session',
  'configure_session',
  'invoke_agent',
  'say',
  'speech_to_text',
  'chat',
  'execute_tool',
  'text_to_speech',
  'playout',
];

const QUESTION = { kind: 'says', voice: { atMs: 1000, forMs: 640 }, text: 'what is the time' } as const;
const INTERRUPTION = { kind: 'says', voice: { atMs: 4000, forMs: 1200 }, text: 'stop that now' } as const;
const LONG = 'It is a rather long answer, which takes quite some time, and then some more, and still more.';

/** Sessions in which everything happens that a trace can tell. */
const PLAYED: readonly TestSessionOptions[] = [
  {
    config: {
      first_message: 'Welcome.',
      stt: STT.Deepgram({ api_key: 'none' }),
      tts: TTS.Deepgram({ api_key: 'none' }),
    },
    stt: { name: 'deepgram' },
    tts: { name: 'deepgram' },
    user: [QUESTION, INTERRUPTION],
    llm: [
      {
        calls: [
          { name: 'find', arguments: {} },
          { name: 'unknown', arguments: {} },
        ],
        text: 'Well.',
      },
      LONG,
      { text: 'So it stops.', failAfterTokens: 1 },
    ],
    functions: {
      find: () => {
        throw new TypeError('it is broken');
      },
    },
  },
  { user: [QUESTION], agent: { llm_response_handler: () => of(chunk('Counted.'), finish(), usage(5, 2)) } },
  { user: [QUESTION], llm: ['Fine.'], config: { preemptive_generation: true, min_endpointing_delay: 1.5 } },
  { user: [QUESTION], llm: ['Now it fails.'], tts: { utterances: [{ failAfterChars: 3 }] } },
];

test('the table of attributes has each attribute of each span, and no others', async () => {
  expect(await listExported()).toEqual(listDocumented());
});

test('the table of events has each event with its attributes', async () => {
  const events = (await playAll()).flatMap((span) => span.events);
  const rows = new Map(rowsOf('Event').map(([event = '', , attributes = '']) => [event, codesOf(attributes)]));
  rows.set('`diagnostic`', rows.get('`exception`') ?? []);
  expect([...rows.keys()].toSorted()).toEqual([...new Set(events.map(({ name }) => `\`${name}\``))].toSorted());
  for (const { name, attributes = {} } of events)
    expect(rows.get(`\`${name}\``)).toEqual(expect.arrayContaining(Object.keys(attributes)));
});

test('the table of spans has each span', async () => {
  const named = rowsOf('Span').map(([name = '']) => /`(\w+)/u.exec(name)?.[1]);
  expect(named).toEqual(SPANS);
  expect([...new Set((await playAll()).map(baseOf))].toSorted()).toEqual([...SPANS].toSorted());
});

async function playAll(): Promise<readonly ReadableSpan[]> {
  const how = { content: true, agent_name: 'concierge', provider: 'openai', model: 'a-model' };
  const played = PLAYED.map(async (options) => {
    const { clock, session, spans } = createTracedSession(options, how);
    await clock.run(20_000);
    session.close('internal');
    await clock.run(25_000);
    return spans();
  });
  return [...(await Promise.all(played)), await playConfigured()].flat();
}

async function playConfigured(): Promise<readonly ReadableSpan[]> {
  const { started, spans, clock } = startTracedSession(() => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: STT.Deepgram({ api_key: 'none' }),
    tts: TTS.Deepgram({ api_key: 'none' }),
    session_data: {},
  }));
  ((await started) as Session).close('ended_by_api');
  await clock.run(20_000);
  return spans();
}

/** Lists `span attribute`. */
async function listExported(): Promise<readonly string[]> {
  const listed = (await playAll()).flatMap((span) =>
    Object.keys(span.attributes)
      .filter((name) => name !== 'error.type')
      .map((name) => `${baseOf(span)} ${name}`),
  );
  return [...new Set(listed)].toSorted();
}

function listDocumented(): readonly string[] {
  const listed = rowsOf('Attribute').flatMap(([names = '', spans = '']) =>
    codesOf(names)
      .flatMap((name) => (name.includes('{part}') ? METRIC_PARTS.map((part) => name.replace('{part}', part)) : [name]))
      .filter((name) => name !== 'error.type')
      .flatMap((name) => spansOf(spans).map((span) => `${span} ${name}`)),
  );
  return [...new Set(listed)].toSorted();
}

function spansOf(cell: string): readonly string[] {
  const named = codesOf(cell);
  return cell.startsWith('all') ? SPANS.filter((span) => !named.includes(span)) : named;
}

function baseOf({ name }: ReadableSpan): string {
  return name.split(' ')[0] ?? name;
}

/** Returns the cells of the rows of the table whose first column has this title. */
function rowsOf(title: string): readonly (readonly string[])[] {
  const lines = PAGE.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  return lines.slice(first + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function codesOf(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/gu), ([, code = '']) => code);
}
