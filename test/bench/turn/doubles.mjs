// Ports of no latency that answer asynchronously: each answer comes with the next turn of the event loop, as one from a
// socket would.
import { setImmediate as turn } from 'node:timers/promises';
import { concatMap, defer, filter, from, ignoreElements, merge, mergeMap, Subject, tap } from 'rxjs';
import { chunk, finish, opening } from 'antiphon/testing';

const ANSWER = ['Certainly. ', 'The table is yours.'];
const RATE = 16_000;
const FRAME = { samples: new Int16Array(RATE / 50), sampleRate: RATE };

/** A recogniser that knows the answer; `answering` is called when it comes. */
export function stt(answering) {
  return {
    name: 'bench',
    sampleRate: RATE,
    finalTimeoutMs: 1000,
    interims: false,
    transcribe: (speech) =>
      speech.pipe(
        filter(({ kind }) => kind === 'end'),
        mergeMap(async ({ segment }) => {
          await turn();
          answering();
          return { kind: 'final', segment, text: 'a table for two please' };
        }),
      ),
  };
}

/** A handler as they are written for an official client: an async iterable, whose chunks come one by one as a model's do. */
export async function* handler() {
  for (const each of [opening(), ...ANSWER.map((token) => chunk(token)), finish()]) {
    await turn();
    yield each;
  }
}

/** A voice that makes 20 ms of audio of each sentence. */
export const tts = {
  name: 'bench',
  sampleRate: RATE,
  accepts: 'sentences',
  language: 'en-US',
  synthesize: (text) => {
    let chars = 0;
    return text.pipe(
      concatMap(async (piece) => {
        await turn();
        chars += piece.length;
        return [
          { kind: 'audio', frame: FRAME },
          { kind: 'mark', chars },
        ];
      }),
      concatMap((events) => from(events)),
    );
  },
};

/** A client that has played what it gets when it gets it; `heard` is called with the first audio of each utterance. */
export function client(audioIn, heard) {
  const reports = new Subject();
  const begun = new Set();
  const obey = ({ kind, utterance, samples }) => {
    if (kind === 'audio' && !begun.has(utterance)) {
      begun.add(utterance);
      heard();
    }
    if (kind === 'end') setImmediate(() => reports.next({ kind: 'finished', utterance, playedSamples: samples }));
  };
  return { audioIn, playout: (commands) => merge(reports, commands.pipe(tap(obey), ignoreElements())) };
}

/** The asynchronous steps that the doubles take between the end of the wait and the first audio, and nothing else. */
export async function bare() {
  for await (const { choices } of handler()) if (choices[0].delta.content !== '') break;
  await turn();
}

/** Every window is as loud as its frame: 1 speech, 0 silence. */
export const vad = {
  sampleRate: RATE,
  windowSamples: 512,
  score: (windows) => defer(() => windows.pipe(concatMap((window) => [window[0] === 0 ? 0 : 1]))),
};
