import { localTts } from 'antiphon/providers';
import { VirtualClock } from 'antiphon/testing';
import { filter, lastValueFrom, of, reduce, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createConcierge } from '../../examples/concierge/agent.ts';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { streamAnswer } from '../../examples/concierge/completion.ts';
import { grammar } from '../../examples/concierge/grammar.ts';
import { call } from './call.ts';

describe('the concierge', () => {
  test('greets, and is polite', async () => {
    const { type, history, errors } = await call();
    await type('hello');
    await type('thank you');
    expect(history()).toEqual([
      'assistant: Good evening, the Olive Tree. What can I do for you?',
      'user: hello',
      'assistant: Hello! I can tell you the time, book a table, or tell you about the restaurant.',
      'user: thank you',
      'assistant: You are welcome.',
    ]);
    expect(errors).toEqual([]);
  });

  test('answers with the time of the clock', async () => {
    const { type, history, clock } = await call();
    const shown = new Date(clock.now()).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
    const time = shown.replace(/\s*[AP]M$/, '');
    await type('what time is it');
    expect(history().slice(1)).toEqual([
      'user: what time is it',
      'assistant: current_time({})',
      `tool: ${time}`,
      `assistant: It is ${time}.`,
    ]);
  });

  test('books a table', async () => {
    const { type, history, visit } = await call();
    await type('i would like to book a table for two people at seven');
    expect(history().slice(1)).toEqual([
      'user: i would like to book a table for two people at seven',
      'assistant: book_table({"people":2,"hour":7})',
      'tool: {"people":2,"hour":7}',
      "assistant: One moment, please. Done: a table for two at seven o'clock. We look forward to seeing you.",
    ]);
    expect(visit.bookings).toEqual([{ people: 2, hour: 7 }]);
  });

  test('books a table by the digits of a vendor’s recogniser', async () => {
    const { type, visit } = await call();
    await type('A table for 4 people at 8, please.');
    expect(visit.bookings).toEqual([{ people: 4, hour: 8 }]);
  });

  test('says so when a booking fails', async () => {
    const { type, history, visit, errors } = await call();
    await type('i would like to book a table for twelve people at seven');
    expect(history().at(-1)).toMatch(/I am sorry, that did not work/);
    expect([visit.bookings, errors]).toEqual([[], ['function_failed']]);
  });

  test('hangs up when the farewell is heard', async () => {
    const { type, history, ended } = await call();
    await type('goodbye');
    expect(history().at(-1)).toBe('assistant: Goodbye, and see you soon at the Olive Tree.');
    expect(ended()).toBe('agent_ended');
  });

  test('stops on request, and says what it cannot answer', async () => {
    const { type, history } = await call();
    await type('stop');
    await type('sing a song');
    expect(history().slice(1)).toEqual([
      'user: stop',
      'assistant: Of course. What else can I do for you?',
      'user: sing a song',
      'assistant: I am sorry, I did not understand. I can tell you the time, and I can book a table.',
    ]);
  });

  test('keeps the bookings of each call to itself', async () => {
    const [one, other] = [await call(), await call()];
    await one.type('i would like to book a table for two people at seven');
    expect(other.visit.bookings).toEqual([]);
  });
});

describe('its answers', () => {
  const sentences = expand('<utterance>');

  test('fit everything that its grammar can produce', () => {
    const puzzled = selectAnswer([{ role: 'user', content: '' }]);
    expect(sentences).toHaveLength(106);
    expect(sentences.filter((content) => selectAnswer([{ role: 'user', content }]).text === puzzled.text)).toEqual([]);
  });

  test('book every number of people at every hour', () => {
    const booked = sentences
      .filter((content) => content.includes('table'))
      .flatMap((content) => selectAnswer([{ role: 'user', content }]).calls);
    const pairs = Array.from({ length: 100 }, (_, n) => ({ people: Math.floor(n / 10) + 1, hour: (n % 10) + 1 }));
    expect(booked).toEqual(pairs.map((pair) => ({ name: 'book_table', arguments: pair })));
  });

  test('about the restaurant take more than 20 s', async () => {
    const { text } = selectAnswer([{ role: 'user', content: 'tell me about the restaurant' }]);
    const spoken = localTts()
      .synthesize(of(text))
      .pipe(
        filter((event) => event.kind === 'audio'),
        reduce((seconds, { frame }) => seconds + frame.samples.length / frame.sampleRate, 0),
      );
    expect(await lastValueFrom(spoken)).toBeGreaterThan(20);
  });
});

describe('a completion', () => {
  test('is streamed as chunks: the role, the words, the calls, the reason to finish', async () => {
    const clock = new VirtualClock();
    const answer = { text: 'One moment.', calls: [{ name: 'book_table', arguments: { people: 2 } }] };
    const chunks = lastValueFrom(streamAnswer(answer, clock).pipe(toArray()));
    await clock.run();
    const deltas = (await chunks).map(({ choices: [choice] }) => ({ ...choice?.delta, finish: choice?.finish_reason }));
    const name = 'book_table';
    const called = { index: 0, id: expect.stringMatching(/^call_/), type: 'function' };
    expect(deltas).toEqual([
      { role: 'assistant', content: '', finish: null },
      { content: 'One', finish: null },
      { content: ' moment.', finish: null },
      { tool_calls: [{ ...called, function: { name, arguments: '{"people":2}' } }], finish: null },
      { finish: 'tool_calls' },
    ]);
    expect(new Set((await chunks).map(({ id, created, model }) => [id, created, model].join())).size).toBe(1);
  });

  test('takes its time, and stops at once when unsubscribed', async () => {
    const clock = new VirtualClock();
    const heard: number[] = [];
    const listening = streamAnswer({ text: 'One moment, please.' }, clock).subscribe(() => heard.push(clock.now()));
    await clock.run(320);
    listening.unsubscribe();
    expect([heard, clock.pending]).toEqual([[250, 310], 0]);
  });
});

/** Every sentence that a rule of the grammar stands for. */
function expand(rule: string): readonly string[] {
  const [, body = ''] = new RegExp(`${rule} = ([^;]+);`).exec(grammar) ?? [];
  return body.split('|').flatMap((alternative) =>
    alternative
      .trim()
      .split(/\s+/)
      .map((word) => (word.startsWith('<') ? expand(word) : [word]))
      .reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => `${start} ${end}`.trim())), ['']),
  );
}

describe('the concierge whose call another node has taken over', () => {
  const user = { role: 'user', content: 'tell me about the restaurant' } as const;
  const { text } = selectAnswer([user]);

  test('goes on with its answer behind what was heard', () => {
    const heard = text.slice(0, text.indexOf(' in a house'));
    const rest = selectAnswer([user, { role: 'assistant', content: heard }]);
    expect(`${heard} ${rest.text}`).toBe(text);
  });

  test('says the rest of what it was saying without being asked, and nothing else', () => {
    const said: string[] = [];
    const session = { say: (words: string) => said.push(words) };
    const speaking = 'Good evening, the Olive Tree. What can I do for you?';
    const resume = (lost: object): unknown => createConcierge().on_session_resumed?.({ session, ...lost } as never);
    resume({ speaking, heard: 'Good evening, the Olive Tree.', unanswered: null });
    resume({ speaking: text, heard: 'With pleasure.', unanswered: user.content });
    resume({ speaking: null, heard: '', unanswered: null });
    expect(said).toEqual(['What can I do for you?']);
  });
});
