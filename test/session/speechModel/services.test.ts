// Adapters, dialects and strict fakes of the services in whole sessions, in virtual time: only the network is missing.
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createOpenAiConversationFake } from '../../fakes/openaiConversation.ts';
import type { ConversationScript } from '../../fakes/openaiConversation/script.ts';
import type { ServiceName } from '../../fakes/openaiConversation/services.ts';
import { openFake } from '../../support/openFake.ts';
import { createTestSession, type TestSession, type UserAction } from '../../support/testSession.ts';
import { says } from '../../support/userActions.ts';
import { SERVICES } from './services.ts';

const STORY =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';
const provider = { provider: 'deepgram', api_key: 'none' } as const;
const functions = {
  book: () => 'booked',
};
const respond = (text: string) => ({ items: [{ text }] });

interface Played extends TestSession {
  /** The positions of truncations, in ms. */
  readonly cuts: readonly number[];
}

/** Plays a session with a service. `stt`: whether a recogniser hears the user beside it. */
async function play(
  service: ServiceName,
  stt: boolean,
  script: Omit<ConversationScript, 'pause'>,
  user: readonly UserAction[],
): Promise<Played> {
  const clock = new VirtualClock();
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.schedule(() => resolve(), ms));
  const fake = openFake(createOpenAiConversationFake({ ...script, pause, service }), clock);
  const speechModel = SERVICES[service].create({ scheduler: clock, openSocket: fake.openSocket, random: () => 0 });
  const session = createTestSession({
    clock,
    user,
    functions,
    config: stt ? { stt: provider } : {},
    speechModel: {},
    options: { ports: { speechModel } },
  });
  await clock.run(25_000);
  expect(fake.violations).toEqual([]);
  const messages = fake.sent.map((frame) => JSON.parse(frame) as { type: string; audio_end_ms?: number });
  const cuts = messages.flatMap(({ audio_end_ms: ms }) => (ms === undefined ? [] : [ms]));
  return { ...session, cuts };
}

const ALL = (Object.keys(SERVICES) as ServiceName[]).flatMap((service) =>
  [false, true].map((stt) => ({ service, stt, beside: stt ? 'with a recogniser beside it' : 'alone' })),
);

/** The situations of the table, by the words of its rows. */
const SITUATIONS: Readonly<Record<string, (service: ServiceName, stt: boolean) => Promise<void>>> = {
  'A question is answered': async (service, stt) => {
    const script = { responses: [respond('We open at eight.')], transcripts: ['when do you open'] };
    const { history, codes } = await play(service, stt, script, [says(320, 'when do you open')]);
    expect(history()).toEqual(['user: when do you open', 'assistant: We open at eight.']);
    expect(codes).toEqual([]);
  },
  'A function is called, and its result is spoken': async (service, stt) => {
    const responses = [{ items: [{ text: 'One moment.' }, { call: 'book' }] }, respond('It is booked.')];
    const script = { responses, transcripts: ['a table'] };
    const { history, codes } = await play(service, stt, script, [says(320, 'a table')]);
    expect(history().filter((line) => !line.endsWith(': '))).toEqual([
      'user: a table',
      'tool: booked',
      'assistant: One moment. It is booked.',
    ]);
    expect(codes).toEqual([]);
  },
  '300 ms of noise do not interrupt': async (service, stt) => {
    const script = { responses: [respond(STORY)], transcripts: ['tell me'] };
    const { history, cuts } = await play(service, stt, script, [says(320, 'tell me'), says(3200, '', 320)]);
    expect(history()).toEqual(['user: tell me', `assistant: ${STORY}`]);
    expect(cuts).toEqual([]);
  },
  'A voice of 0.5 s interrupts, and both sides know what was heard': async (service, stt) => {
    const script = { responses: [respond(STORY), respond('Yes?')], transcripts: ['tell me', 'no the other one'] };
    const user = [says(320, 'tell me'), says(3200, 'no the other one', 960)];
    const { history, when, cuts } = await play(service, stt, script, user);
    const interruptedAt = when('agent_interrupted')[0] ?? 0;
    expect(interruptedAt - 3200).toBeGreaterThanOrEqual(500);
    expect(interruptedAt - 3200).toBeLessThanOrEqual(600);
    const heard = history()[1]?.replace('assistant: ', '') ?? '';
    expect(STORY.startsWith(heard)).toBe(true);
    expect(history().slice(2)).toEqual(['user: no the other one', 'assistant: Yes?']);
    // The fake speaks 40 ms per character.
    expect(cuts).toHaveLength(1);
    expect(Math.abs((cuts[0] ?? 0) / 40 - heard.length)).toBeLessThan(longestWord(STORY));
  },
  'The words of the user come 3 s late, and stand before the answer': async (service, stt) => {
    const script = { responses: [respond('At eight.')], transcripts: ['when'], wordsAfterMs: 3000 };
    const { history, codes } = await play(service, stt, script, [says(320, 'when')]);
    expect(history()).toEqual(['user: when', 'assistant: At eight.']);
    expect(codes).toEqual([]);
  },
  'The connection is lost within an answer: it fails, and the next question is answered': async (service, stt) => {
    const responses = [{ ...respond('At eight.'), closesWith: 1011 }, respond('At nine.')];
    const script = { responses, transcripts: ['when', 'and later'] };
    const { history, codes } = await play(service, stt, script, [says(320, 'when'), says(8000, 'and later')]);
    expect(codes).toContain('provider_failed');
    expect(history().slice(-1)).toEqual(['assistant: At nine.']);
  },
};

describe.each(Object.entries(SITUATIONS))('%s', (_, check) => {
  test.each(ALL)('$service, $beside', ({ service, stt }) => check(service, stt));
});

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map((word) => word.length + 1));
}

const PAGE = `<!-- Generated by test/session/speechModel. Do not edit: \`npm run docs\` writes this page. -->

# Speech models in the tests

The adapters of these services play each situation in a whole session, against a fake that refuses what the service
refuses: alone, and with a recogniser beside the model.

`;

test('docs/speech-models.md lists the situations', async () => {
  const names = Object.values(SERVICES).map(({ name }) => name);
  const rows = Object.keys(SITUATIONS).map((situation) => `| ${situation} |${' yes |'.repeat(names.length)}`);
  const head = [`| Situation | ${names.join(' | ')} |`, `|---|${'---|'.repeat(names.length)}`];
  await expect(`${PAGE}${[...head, ...rows].join('\n')}\n`).toMatchFileSnapshot('../../../docs/speech-models.md');
});
