// What long texts cost: how long they take in all, and the longest time for which the event loop did not turn.
// A figure that grows with the length of the text, and a longest block that does not, is what is wanted.
import { performance } from 'node:perf_hooks';
import { createSession, defineAgent, STT, TTS, VAD } from 'antiphon';
import { sentences } from 'antiphon/operators';
import { createTransportDouble, createTtsDouble, createVadDouble, createSttDouble } from 'antiphon/testing';
import { asyncScheduler, concatMap, from, NEVER } from 'rxjs';

const SENTENCE = 'We opened in nineteen eighty four, in a house that was a bakery before. ';

const textOf = (chars) => SENTENCE.repeat(Math.ceil(chars / SENTENCE.length)).slice(0, chars);

const chunk = (content, finish = null) => ({
  id: 'bench',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'bench',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});

/** Runs `work`; how long it took, and how long the event loop was kept waiting at most. */
async function measured(work) {
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const began = performance.now();
  const result = await work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(watch);
  return { ms: performance.now() - began, longest, result };
}

/** A voice that takes all text and brings nothing. */
const mute = { ...createTtsDouble({ scheduler: asyncScheduler }), synthesize: (text) => (text.subscribe(), NEVER) };

/** A voice that brings all audio of a sentence as soon as it has it. */
const hasty = {
  name: 'hasty',
  sampleRate: 16_000,
  accepts: 'sentences',
  language: 'en-US',
  synthesize: (text) => {
    let chars = 0;
    return text.pipe(
      concatMap((sentence) => {
        const words = [...sentence.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
          from: chars + index,
          to: chars + index + word.length,
          startMs: (chars + index) * 60,
          endMs: (chars + index + word.length) * 60,
        }));
        chars += sentence.length;
        const frame = { samples: new Int16Array(320), sampleRate: 16_000 };
        const frames = Array(sentence.length * 3).fill({ kind: 'audio', frame });
        return [...words.map((word) => ({ kind: 'words', words: [word] })), ...frames, { kind: 'mark', chars }];
      }),
    );
  },
};

/**
 * A session that is asked one question, until all of the answer has been given to the voice and, where that brings any, all
 * audio has come, or until the answer has failed.
 */
function answering(stream, tts = mute) {
  return () =>
    new Promise((resolve) => {
      const scheduler = asyncScheduler;
      const agent = defineAgent({
        configure_session: () => config,
        llm_response_handler: () => stream(),
      });
      const io = createTransportDouble({ scheduler, audioIn: NEVER });
      const session = createSession(agent, config, io, {
        ports: {
          vad: createVadDouble({ scheduler }),
          stt: createSttDouble({ scheduler, says: [] }),
          tts,
        },
      });
      let spoken = 0;
      let said = 0;
      let over = false;
      let voiced = tts === mute;
      const check = (failed) => {
        if (failed === undefined && !(over && voiced && spoken >= said)) return;
        session.close('agent_ended');
        resolve(failed ?? `${spoken} characters`);
      };
      session.edges.speech.subscribe((event) => {
        if (event.kind === 'text') spoken += event.text.length;
        voiced ||= event.kind === 'ended';
        check();
      });
      session.edges.reply.subscribe((event) => {
        if (event.kind === 'text') said += event.delta.length;
        over ||= event.kind === 'ended';
        check();
      });
      session.errors$.subscribe((error) => error.details.failure !== false && check(error.code));
      session.start();
      io.user.text.next('tell me all');
    });
}

const config = {
  initial_messages: [],
  vad: VAD.Silero(),
  stt: STT.Deepgram({ api_key: 'none' }),
  tts: TTS.Deepgram({ api_key: 'none' }),
  session_data: {},
};

async function* chunks(text, size) {
  for (let at = 0; at < text.length; at += size) yield chunk(text.slice(at, at + size));
  yield chunk('', 'stop');
}

async function* endless(text) {
  for (;;) yield chunk(text);
}

const cases = [
  ...[25_000, 50_000, 100_000, 200_000].map((chars) => [
    `sentences, ${chars} characters in one delta`,
    () =>
      new Promise((resolve) => {
        let pieces = 0;
        from([textOf(chars)])
          .pipe(sentences({ language: 'en-US' }))
          .subscribe({ next: () => (pieces += 1), complete: () => resolve(`${pieces} sentences`) });
      }),
  ]),
  ...[25_000, 50_000, 100_000, 200_000].map((chars) => [
    `a reply of ${chars} characters in one chunk`,
    answering(() => chunks(textOf(chars), chars)),
  ]),
  ...[25_000, 50_000, 100_000, 200_000].map((chars) => [
    `a reply of ${chars} characters in chunks of 4`,
    answering(() => chunks(textOf(chars), 4)),
  ]),
  ...[25_000, 50_000, 100_000, 200_000].map((chars) => [
    `the same in one chunk, with its audio, ${chars}`,
    answering(() => chunks(textOf(chars), chars), hasty),
  ]),
  ['chunks with text, without end', answering(() => endless('One more. '))],
  ['chunks without text, without end', answering(() => endless(''))],
];

const chosen = process.argv[2];
console.log('case'.padEnd(46), 'total'.padStart(10), 'longest block'.padStart(14), ' result');
for (const [name, work] of cases) {
  if (chosen !== undefined && !name.includes(chosen)) continue;
  await measured(work);
  const { ms, longest, result } = await measured(work);
  console.log(
    name.padEnd(46),
    `${ms.toFixed(0)} ms`.padStart(10),
    `${longest.toFixed(1)} ms`.padStart(14),
    ` ${result}`,
  );
}
