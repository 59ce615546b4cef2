import { expect } from 'vitest';
import { LONG } from '../../support/userActions.ts';

/** What an earlier session's recording and its replay differ in. */
export interface Difference {
  readonly name: string;
  /** The rules that it was recorded under, and those that decide differently. */
  readonly rules: readonly [recorded: number, next: number];
  /** The first line that differs, as it was recorded. */
  readonly recorded: object;
  readonly replayed: object;
  /** The last lines of today's history. */
  readonly today: readonly string[];
}

/** An answer that nothing has cut. */
const ANSWER = `assistant: ${LONG}`;

const LATE = { out: 'error', v: { code: 'late_transcript' } };
const FAILED = { out: 'error', v: { code: 'splice_failed' } };

export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'splice-guard',
    rules: [2, 3],
    recorded: FAILED,
    replayed: FAILED,
    today: ['user: it is 1234', 'assistant: Yes.', 'user: or ****', 'assistant: Right.'],
  },
  {
    name: 'splice-question',
    rules: [2, 3],
    recorded: FAILED,
    replayed: FAILED,
    today: ['user: it is 1234', 'assistant: Yes.', 'user: or 5678', 'assistant: Right.'],
  },
  {
    name: 'splice-reply',
    rules: [2, 3],
    recorded: FAILED,
    replayed: FAILED,
    today: ['user: it is 1234', 'user: or 5678', 'assistant: RIGHT.'],
  },
  {
    name: 'ahead-masked',
    rules: [2, 3],
    recorded: { out: 'reply', v: { delta: 'Good.' } },
    replayed: { v: { code: 'slow_reply' } },
    today: ['user: my card is ****', 'assistant: Fine.'],
  },
  {
    name: 'ahead-unchanged',
    rules: [2, 3],
    recorded: { out: 'reply', v: { delta: 'Fine.' } },
    replayed: { v: { code: 'slow_reply' } },
    today: ['user: my card is 4111', 'assistant: Fine.'],
  },
  {
    name: 'ahead-longer',
    rules: [2, 3],
    recorded: { out: 'reply', v: { delta: 'Well.' } },
    replayed: { v: { code: 'slow_reply' } },
    today: ['user: my card is ****', 'assistant: Fine.'],
  },
  {
    name: 'late-answer',
    rules: [2, 3],
    recorded: LATE,
    replayed: { out: 'userTurn', v: { text: 'yeah the other one' } },
    today: ['user: yeah the other one', 'assistant: Which one?'],
  },
  {
    name: 'late-greeting',
    rules: [2, 3],
    recorded: { out: 'transcript', v: { text: 'hello a table for two' } },
    replayed: { out: 'userTurn', v: { text: 'hello' } },
    today: ['user: hello', 'user: a table for two', 'assistant: For two.'],
  },
  {
    name: 'late-interruption',
    rules: [2, 3],
    recorded: LATE,
    replayed: { out: 'userTurn', v: { text: 'mhm not that' } },
    today: ['user: mhm not that', 'assistant: Well?'],
  },
  {
    name: 'think-answer',
    rules: [2, 3],
    recorded: { out: 'reply', v: { delta: expect.stringContaining('<think>') } },
    replayed: { out: 'reply', v: { delta: 'It' } },
    today: ['user: tell me', 'assistant: It is noon.'],
  },
  {
    name: 'think-twice',
    rules: [2, 3],
    recorded: { out: 'reply', v: { delta: expect.stringContaining('<think>') } },
    replayed: { out: 'reply', v: { delta: 'It' } },
    today: ['user: tell me', 'assistant: It is noon.'],
  },
  {
    name: 'think-open',
    rules: [2, 3],
    recorded: { out: 'reply', v: { delta: expect.stringContaining('<think>') } },
    replayed: { out: 'reply', v: { delta: ' ' } },
    today: ['user: tell me', 'assistant: It is noon.'],
  },
  {
    name: 'empty-dots',
    rules: [2, 3],
    recorded: { out: 'command', v: { kind: 'start' } },
    replayed: { out: 'metrics' },
    today: ['user: tell me'],
  },
  {
    name: 'empty-dash',
    rules: [2, 3],
    recorded: { out: 'command', v: { kind: 'start' } },
    replayed: { out: 'metrics' },
    today: ['user: tell me'],
  },
  {
    name: 'empty-emoji',
    rules: [2, 3],
    recorded: { out: 'ended' },
    replayed: { out: 'error' },
    today: ['user: tell me'],
  },
  {
    name: 'unspaced-ja',
    rules: [2, 3],
    recorded: { out: 'userTurn', v: { text: '今日は 天気がいい' } },
    replayed: { out: 'userTurn', v: { text: '今日は天気がいい' } },
    today: ['user: 今日は天気がいい', 'assistant: OK.'],
  },
  {
    name: 'unspaced-zh',
    rules: [2, 3],
    recorded: { out: 'userTurn', v: { text: '我想 订一张桌子' } },
    replayed: { out: 'userTurn', v: { text: '我想订一张桌子' } },
    today: ['user: 我想订一张桌子', 'assistant: OK.'],
  },
  {
    name: 'unspaced-th',
    rules: [2, 3],
    recorded: { out: 'userTurn', v: { text: 'สวัสดี ครับ' } },
    replayed: { out: 'userTurn', v: { text: 'สวัสดีครับ' } },
    today: ['user: สวัสดีครับ', 'assistant: OK.'],
  },
  {
    name: 'noise-question',
    rules: [3, 4],
    recorded: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    replayed: { out: 'error', v: { code: 'noise' } },
    today: ['user: tell me', 'assistant: Fine.'],
  },
  {
    name: 'noise-held',
    rules: [3, 4],
    recorded: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    replayed: { out: 'error', v: { code: 'noise' } },
    today: ['user: tell me', 'assistant: Fine.'],
  },
  {
    name: 'noise-cut',
    rules: [3, 4],
    recorded: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    replayed: { out: 'error', v: { code: 'noise' } },
    today: [
      'assistant: nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.',
    ],
  },
  {
    name: 'talk-short',
    rules: [3, 4],
    recorded: { out: 'error', v: { code: 'noise' } },
    replayed: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    today: ['user: so so so so so so so', 'assistant: I see.'],
  },
  {
    name: 'talk-long',
    rules: [3, 4],
    recorded: { out: 'error', v: { code: 'noise' } },
    replayed: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    today: ['user: so so so so so so so', 'assistant: I see.'],
  },
  {
    name: 'talk-paused',
    rules: [3, 4],
    recorded: { out: 'error', v: { code: 'noise' } },
    replayed: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    today: ['user: so so so so so', 'assistant: I see.'],
  },
  {
    name: 'waiting-hello',
    rules: [3, 4],
    recorded: { out: 'metrics', v: { heard: false } },
    replayed: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    today: ['user: tell me', 'user: hello', 'assistant: Fine.'],
  },
  {
    name: 'waiting-function',
    rules: [3, 4],
    recorded: { out: 'functionResults', v: { results: [{ content: 'interrupted: may have been carried out' }] } },
    replayed: { out: 'transcript', v: { text: 'are you' } },
    today: ['user: are you there', 'assistant: ', 'tool: seven', 'assistant: So.'],
  },
  {
    name: 'waiting-question',
    rules: [3, 4],
    recorded: { out: 'functionResults', v: { results: [{ content: 'interrupted: may have been carried out' }] } },
    replayed: { out: 'transcript', v: { text: 'and is' } },
    today: ['tool: seven', 'assistant: So.', 'user: and is there parking', 'assistant: Both.'],
  },
  {
    name: 'stop-cough',
    rules: [3, 4],
    recorded: { out: 'interruption' },
    replayed: { out: 'command', v: { kind: 'end' } },
    today: ['user: tell me', ANSWER],
  },
  {
    name: 'stop-by',
    rules: [3, 4],
    recorded: { out: 'interruption' },
    replayed: { out: 'transcript' },
    today: [ANSWER, 'user: stop by on sunday', 'assistant: Yes?'],
  },
  {
    name: 'stop-chatter',
    rules: [3, 4],
    recorded: { out: 'interruption' },
    replayed: { out: 'transcript', v: { text: 'one two three four five six' } },
    today: [ANSWER, 'user: one two three four five six', 'assistant: Yes?'],
  },
  {
    name: 'praise-wow',
    rules: [3, 4],
    recorded: { out: 'interruption' },
    replayed: { out: 'event', v: { name: 'on_user_stopped_speaking' } },
    today: ['user: tell me', ANSWER],
  },
  {
    name: 'praise-thanks',
    rules: [3, 4],
    recorded: { out: 'interruption' },
    replayed: { out: 'transcript', v: { text: 'got it' } },
    today: ['user: tell me', ANSWER],
  },
  {
    name: 'praise-hello',
    rules: [3, 4],
    recorded: { out: 'ended' },
    replayed: { out: 'userTurn', v: { text: 'hello' } },
    today: [ANSWER, 'user: hello'],
  },
];
