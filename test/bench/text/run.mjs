// npm run bench:text -- [part of a name]: what long texts cost: the CPU time in all, and the longest time in one go, each the
// median of five runs: a pause of the machine in one of them counts for nothing.
// A figure that grows with the length of the text, and a longest block that does not, is what is wanted.
import { performance } from 'node:perf_hooks';
import { createSession, defineAgent, STT, TTS, VAD } from 'antiphon';
import { pace, sentences } from 'antiphon/operators';
import {
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  createSttDouble,
  VirtualClock,
} from 'antiphon/testing';
import { asyncScheduler, concatAll, concatMap, from, NEVER, Subject } from 'rxjs';
import { cartesia } from './voices.mjs';

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
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(watch);
  return { ms: performance.now() - began, cpu: (user + system) / 1000, longest, result };
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

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

const MEGABYTE = 1_000_000;
const TARGET = { cpu: 100, longest: 10 };
/** Runs before the one that is measured: a server that has been up for some time has compiled what it runs. */
const WARM_UP = 8;
const RUNS = 5;

/** Texts of one unit, again and again. */
const UNITS = {
  prose: SENTENCE,
  'one word': 'abcdefghij',
  'emoji and words': '👍🏽👩‍👩‍👧‍👦 ok 🎉 ',
  'emoji alone': '👍🏽',
  Chinese: '我们在一九八四年开业，在一栋以前是面包店的房子里。',
  'Chinese without punctuation': '我们在一九八四年开业在一栋以前是面包店的房子里',
};

const TEXTS = Object.fromEntries(Object.entries(UNITS).map(([name, unit]) => [name, repeat(unit, MEGABYTE)]));

function repeat(unit, chars) {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
}

/** Tokens come in batches, so that what is measured is not the bench that brings them. */
function cut(text, size) {
  return new Promise((resolve) => {
    let pieces = 0;
    from(batches(text, size))
      .pipe(concatAll(), sentences({ language: 'en-US' }))
      .subscribe({ next: () => (pieces += 1), complete: () => resolve(`${pieces} pieces`) });
  });
}

async function* batches(text, size, count = 500) {
  for (let at = 0; at < text.length; ) {
    const batch = [];
    for (; at < text.length && batch.length < count; at += size) batch.push(text.slice(at, at + size));
    yield batch;
    await new Promise(setImmediate);
  }
}

/** All frames come before the first is due; then 10 minutes pass in steps of a second. */
async function paceFrames() {
  const clock = new VirtualClock();
  const speech = new Subject();
  const frame = { samples: new Int16Array(320), sampleRate: 16_000 };
  let sent = 0;
  speech.pipe(pace({ scheduler: clock })).subscribe(({ kind }) => (sent += kind === 'audio' ? 1 : 0));
  speech.next({ kind: 'started', turn: 0, utterance: 'u' });
  for (let n = 0; n < 30_000; n++) {
    speech.next({ kind: 'audio', utterance: 'u', frame });
    if (n % 500 === 0) await new Promise(setImmediate);
  }
  speech.next({ kind: 'ended', utterance: 'u', reason: 'complete' });
  for (let second = 1; second <= 600; second++) {
    await clock.run(second * 1000);
    await new Promise(setImmediate);
  }
  return `${sent} frames`;
}

/** Speaks a text that comes in chunks of so many characters. */
function speaking(create, text, size) {
  return () =>
    new Promise((resolve, reject) => {
      let marked = 0;
      const voice = create();
      const tokens = from(batches(text, size, 50)).pipe(concatAll());
      voice.synthesize(tokens).subscribe({
        next: (event) => (marked = event.kind === 'mark' ? event.chars : marked),
        error: reject,
        complete: () => resolve(`${marked} characters`),
      });
    });
}

const SPOKEN = 250_000;

const voiceCases = ['prose', 'Chinese without punctuation'].flatMap((unit) =>
  [SPOKEN, 4].map((size) => [
    `the voice of Cartesia, ${SPOKEN} characters of ${unit}, ${size === 4 ? 'tokens of 4' : 'one chunk'}`,
    speaking(cartesia, repeat(UNITS[unit], SPOKEN), size),
    { longest: 10 },
  ]),
);

const cases = [
  ...voiceCases,
  ...Object.entries(TEXTS).flatMap(([name, text]) =>
    [MEGABYTE, 4].map((size) => [
      `sentences, 1 MB of ${name}, ${size === 4 ? 'tokens of 4' : 'one delta'}`,
      () => cut(text, size),
      TARGET,
    ]),
  ),
  ['pace, 10 minutes in 30,000 frames', paceFrames, TARGET],
  ['a reply of 1 MB in chunks of 250,000', answering(() => chunks(textOf(MEGABYTE), 250_000)), TARGET],
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
console.log('| case | CPU, ms | longest ms in one go | total, ms | result | target | |\n|---|---|---|---|---|---|---|');
for (const [name, work, target] of cases) {
  if (chosen !== undefined && !name.includes(chosen)) continue;
  for (let run = 0; run < WARM_UP; run++) await work();
  const runs = [];
  while (runs.length < RUNS) runs.push(await measured(work));
  const [ms, cpu, longest] = ['ms', 'cpu', 'longest'].map((figure) => median(runs.map((run) => run[figure])));
  const { result } = runs[0];
  const { cpu: most = Number.POSITIVE_INFINITY, longest: longestAim } = target ?? {};
  const aim = target && `${target.cpu === undefined ? '' : `${most} ms CPU, `}${longestAim} ms in one go`;
  const verdict = target && (cpu < most && longest < longestAim ? 'met' : 'missed');
  const figures = [cpu.toFixed(0), longest.toFixed(1), ms.toFixed(0)];
  console.log(`| ${[name, ...figures, result, aim ?? '', verdict ?? ''].join(' | ')} |`);
}
