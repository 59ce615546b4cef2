import type { ChatMessage } from 'antiphon';
import type { Answer } from './completion.ts';

/** A table as `book_table` returns it. */
export interface Booking {
  readonly people: number;
  /** 1 to 10, in the evening. */
  readonly hour: number;
}

/** Selects the answer to a conversation: text, or functions to call first. One that ends with the beginning of an answer is answered with the rest of it. */
export function selectAnswer(messages: readonly ChatMessage[]): Answer {
  const last = messages.at(-1);
  if (last?.role === 'tool') return answerToResult(nameOfCall(messages, last.tool_call_id), last.content);
  if (last?.role === 'assistant') return goOn(selectAnswer(messages.slice(0, -1)), last.content ?? '');
  const said = last?.role === 'user' ? last.content.toLowerCase() : '';
  for (const [pattern, answer] of RULES) {
    const match = pattern.exec(said);
    if (match !== null) return answer(match);
  }
  return say('I am sorry, I did not understand. I can tell you the time, and I can book a table.');
}

/** Returns the rest of an answer whose beginning was heard before another node took the call over. */
function goOn(answer: Answer, heard: string): Answer {
  const { text } = answer;
  return text.startsWith(heard) ? { ...answer, text: text.slice(heard.length).trimStart() } : answer;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

const ABOUT = [
  'With pleasure.',
  'The Olive Tree opened in nineteen eighty, in a house that used to be a bakery, and the old oven still warms the dining room.',
  'My grandmother cooked here for forty years.',
  'Today my sister runs the kitchen, and I look after the guests.',
  'We bake our own bread, we buy our fish in the harbour every morning, and the olive oil comes from our own trees behind the house.',
  'In summer you can sit in the garden, under the tree that gave us our name.',
  'On Sundays there is music, and on Mondays we rest.',
].join(' ');

/** The first matching rule answers. */
const RULES: readonly (readonly [pattern: RegExp, answer: (match: RegExpExecArray) => Answer])[] = [
  [/\bgoodbye\b/, () => ({ ...say('Goodbye, and see you soon at the Olive Tree.'), calls: [call('end_call')] })],
  [/\btable for (\w+) people at (\w+)/, ([, people = '', hour = '']) => book(numberOf(people), numberOf(hour))],
  [/\bwhat time\b/, () => ({ text: '', calls: [call('current_time')] })],
  [/\babout the restaurant\b/, () => say(ABOUT)],
  [/\bstop\b/, () => say('Of course. What else can I do for you?')],
  [/\bthank you\b/, () => say('You are welcome.')],
  [/^[\d*]+$/, ([keys]) => say(`You have pressed ${keys.split('').join(' ')}.`)],
  [/\bhello\b/, () => say('Hello! I can tell you the time, book a table, or tell you about the restaurant.')],
];

function say(text: string): Answer {
  return { text };
}

function call(name: string, args: object = {}): { readonly name: string; readonly arguments: object } {
  return { name, arguments: args };
}

function book(people: number, hour: number): Answer {
  return { text: 'One moment, please.', calls: [call('book_table', { people, hour })] };
}

/** Reads a word or digits. Returns 0 for any other word, which `book_table` refuses. */
function numberOf(word: string): number {
  return /^\d+$/.test(word) ? Number(word) : NUMBERS.findIndex((number) => number === word) + 1;
}

function nameOfCall(messages: readonly ChatMessage[], id: string): string | undefined {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  return calls.find((other) => other.id === id)?.function.name;
}

function answerToResult(name: string | undefined, result: string): Answer {
  if (name === 'end_call') return say('');
  if (name === 'current_time') return say(`It is ${result}.`);
  const booking = parseBooking(result);
  if (booking === undefined) return say('I am sorry, that did not work. For how many people, and at what time?');
  const { people, hour } = booking;
  return say(
    `Done: a table for ${NUMBERS[people - 1]} at ${NUMBERS[hour - 1]} o'clock. We look forward to seeing you.`,
  );
}

/** Returns undefined for the message of a failed function, which is not JSON. */
function parseBooking(result: string): Booking | undefined {
  try {
    return JSON.parse(result) as Booking;
  } catch {
    return undefined;
  }
}
