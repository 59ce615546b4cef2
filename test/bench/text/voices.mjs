// A voice whose server answers at once, without a network.
import { cartesiaTts } from 'antiphon/providers';
import { createSocketDouble } from 'antiphon/testing';

/** Words of one message: a real server answers as it speaks, a little at a time. */
const MESSAGE_WORDS = 50;

/** Chinese is timed by the character. */
const WORD = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu;

/** A server of Cartesia's protocol: the words of each message, with their times, and a short sound. */
export function cartesia() {
  const { openSocket } = createSocketDouble({ server: { onFrame: createQueue(answersOf()) } });
  return cartesiaTts({ api_key: 'none', sample_rate: 16_000 }, { openSocket });
}

/** Sends one answer at a time, each in a task of its own. */
function createQueue(answersTo) {
  const waiting = [];
  let next = 0;
  const send = () => {
    const [answers, server] = waiting[next];
    const { value, done } = answers.next();
    if (done) waiting[next++] = undefined;
    else server.send(JSON.stringify({ status_code: 200, ...value }));
    if (next < waiting.length) setImmediate(send);
  };
  return (frame, server) => {
    if (next === waiting.length) setImmediate(send);
    waiting.push([answersTo(JSON.parse(frame)), server]);
  };
}

/** Returns the answers to a message, which are made when they are sent. */
function answersOf() {
  const counts = new Map();
  return function* ({ context_id, transcript = '', continue: goesOn }) {
    const found = transcript.matchAll(WORD);
    for (let words = take(found); words.length > 0; words = take(found)) {
      const at = counts.get(context_id) ?? 0;
      counts.set(context_id, at + words.length);
      const start = words.map((_, n) => (at + n) * 0.01);
      const end = start.map((seconds) => seconds + 0.01);
      yield { context_id, type: 'timestamps', word_timestamps: { words, start, end } };
      yield { context_id, type: 'chunk', data: Buffer.alloc(320 * words.length).toString('base64') };
    }
    if (!goesOn) yield { context_id, type: 'done', done: true };
  };
}

function take(found) {
  const words = [];
  while (words.length < MESSAGE_WORDS) {
    const { value, done } = found.next();
    if (done) break;
    words.push(value[0]);
  }
  return words;
}
