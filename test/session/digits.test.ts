import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Digit } from '../../src/core/digit.ts';
import { replay } from '../../src/replay/replay.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { recorder } from '../replay/record.ts';
import { createAnsweringSession } from '../support/playSession.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import type { UserAction } from '../support/testSession.ts';

/** The user presses keys, 100 ms apart. */
function presses(keys: string, fromMs = 100): readonly UserAction[] {
  return Array.from(keys).map((key, index) => ({
    kind: 'acts',
    atMs: fromMs + 100 * index,
    act: ({ io }) => io.user.digits.next(key as Digit),
  }));
}

async function play(options: TestSessionOptions, forMs = 6000): Promise<TestSession> {
  const made = createTestSession({ llm: ['Thank you.'], ...options });
  await made.clock.run(forMs);
  return made;
}

describe('keys that the user presses', () => {
  it('are words of the user: they are answered', async () => {
    const { history, when } = await play({ user: presses('42#') });
    expect(history()).toEqual(['user: 42', 'assistant: Thank you.']);
    expect(when('user_message_added')).toEqual([300]);
  });

  it('are collected as the config says', async () => {
    const config = { digits: { terminator: '*', timeout: 0.5, max_digits: 3 } } as const;
    const { history, when } = await play({
      user: [...presses('1234'), ...presses('5*', 3000)],
      config,
      llm: ['A.', 'B.', 'C.'],
    });
    expect(history().filter((message) => message.startsWith('user'))).toEqual(['user: 123', 'user: 4', 'user: 5']);
    expect(when('user_message_added')).toEqual([300, 900, 3100]);
  });

  it('end what the agent says, with the first of them', async () => {
    const { clock, io, when } = createAnsweringSession();
    clock.schedule(() => io.user.digits.next('1'), 3000);
    await clock.run(4000);
    expect(when('agent_interrupted')).toEqual([3000]);
  });

  it('wait until the agent has finished where interruptions are not allowed', async () => {
    const { clock, io, history } = createAnsweringSession({
      config: { allow_interruptions: false },
      llm: ['One two three four.', 'Bye.'],
    });
    clock.schedule(() => io.user.digits.next('1'), 1700);
    await clock.run(9000);
    expect(history()).toEqual(['user: tell me', 'assistant: One two three four.', 'user: 1', 'assistant: Bye.']);
  });

  it('are on the edge dtmf, and can be spliced', async () => {
    const seen: Digit[] = [];
    const { session, clock, io, history } = createTestSession({
      llm: ['Thank you.'],
      options: { stages: { digits: () => () => NEVER } },
    });
    session.edges.dtmf.subscribe((digit) => seen.push(digit));
    io.user.digits.next('7');
    await clock.run(5000);
    expect(seen).toEqual(['7']);
    expect(history()).toEqual([]);
  });

  it('of a wrong kind are dropped, and reported once', async () => {
    const { history, errors } = await play({ user: presses('4x2x#') });
    expect(history()[0]).toBe('user: 42');
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [
        'usage_invalid',
        'digits emitted what it may not: expected a digit to be 0 1 2 3 4 5 6 7 8 9 * # A B C D, got "x"',
      ],
    ]);
  });
});

describe('on_digits decides what the keys are', () => {
  it.each<[string, (digits: string) => unknown, readonly string[]]>([
    ['a text', (digits) => `My number is ${digits}.`, ['user: My number is 42.', 'assistant: Thank you.']],
    ['a promise of one', async (digits) => `${digits}!`, ['user: 42!', 'assistant: Thank you.']],
    ['nothing', () => undefined, []],
    ['nothing, later', async () => null, []],
  ])('%s', async (_, decide, expected) => {
    const { history, errors } = await play({
      user: presses('42#'),
      agent: { on_digits: ({ digits }) => decide(digits) },
    });
    expect(history()).toEqual(expected);
    expect(errors).toEqual([]);
  });

  it('with the controls of the session', async () => {
    const { history } = await play({
      user: presses('0#'),
      agent: { on_digits: ({ session }) => session.say('One moment.') },
    });
    expect(history()).toEqual(['assistant: One moment.']);
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
      'on_digits failed: no',
    ],
    [
      'rejects',
      async () => {
        throw new Error('no');
      },
      'on_digits failed: no',
    ],
    ['returns a number', () => 5, 'on_digits failed: expected a text, null or undefined, got a number'],
    ['does not return', () => new Promise(() => {}), 'on_digits failed: Timeout has occurred'],
  ])('and is reported if it %s: the next keys are asked about', async (_, fail, message) => {
    let calls = 0;
    const on_digits = ({ digits }: { readonly digits: string }): unknown => (calls++ === 0 ? fail() : digits);
    const { history, errors } = await play(
      { user: [...presses('1#'), ...presses('2#', 1000)], agent: { on_digits } },
      20_000,
    );
    expect(errors.map((error) => [error.code, error.message])).toEqual([['digits_failed', message]]);
    expect(history()).toEqual(['user: 2', 'assistant: Thank you.']);
  });

  it('until its signal fires, after 10 s or when the session ends', async () => {
    const fired: number[] = [];
    const made = createTestSession({
      user: presses('1#2#'),
      agent: {
        on_digits: ({ signal }) => {
          signal.addEventListener('abort', () => fired.push(made.clock.now()));
          return new Promise(() => {});
        },
      },
    });
    made.clock.schedule(() => made.session.close('ended_by_api'), 11_000);
    await made.clock.run(12_000);
    expect(fired).toEqual([10_200, 11_000]);
  });
});

describe('a recording with keys', () => {
  const talk = { user: presses('42#'), agent: { on_digits: () => 'forty-two' } };

  it('replays without the agent', async () => {
    const record = recorder();
    await play({ ...talk, options: { record } });
    const { difference } = await replay(record.recording());
    expect(difference).toBe(null);
    expect(record.lines.filter((line) => /"in":"(?:digit|entry)/u.test(line))).toHaveLength(5);
  });

  it.each([undefined, null])('replays, and can be read, where on_digits returns %s', async (nothing) => {
    const record = recorder();
    await play({ user: presses('42#'), agent: { on_digits: () => nothing }, options: { record } });
    expect((await replay(record.recording())).difference).toBe(null);
  });

  it('keeps no key that is to be redacted', async () => {
    const record = recorder({ redact: (text) => text.replaceAll('forty-two', '…') });
    await play({ ...talk, options: { record } });
    expect(record.lines.join('\n')).not.toMatch(/"in":"digit","v":"[1-9]"|forty-two/u);
    expect((await replay(record.recording())).difference).toBe(null);
  });

  it('is played with other settings', async () => {
    const record = recorder();
    await play({ ...talk, options: { record } });
    const { before, rows } = await whatIf(record.recording(), { min_endpointing_delay: 0.3 });
    expect(rows.map((row) => row.after.map(({ text }) => text))).toEqual([['forty-two']]);
    expect(before.turns).toHaveLength(1);
  });
});
