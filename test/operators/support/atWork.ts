import type { Observable, SchedulerLike } from 'rxjs';
import { commitGate } from '../../../operators/commitGate.ts';
import { digits } from '../../../operators/digits.ts';
import { endpointing } from '../../../operators/endpointing.ts';
import { interruption } from '../../../operators/interruption.ts';
import { llmTurn } from '../../../operators/llmTurn.ts';
import { normalizeForSpeech } from '../../../operators/normalizeForSpeech.ts';
import { pace } from '../../../operators/pace.ts';
import { pushToTalk } from '../../../operators/pushToTalk.ts';
import { resample } from '../../../operators/resample.ts';
import { sentences } from '../../../operators/sentences.ts';
import { speak } from '../../../operators/speak.ts';
import { suppressNoise } from '../../../operators/suppressNoise.ts';
import { transcribe } from '../../../operators/transcribe.ts';
import { turnEnd } from '../../../operators/turnEnd.ts';
import { userAway } from '../../../operators/userAway.ts';
import { vad } from '../../../operators/vad.ts';
import { wakeWord } from '../../../operators/wakeWord.ts';
import { rnnoise } from '../../../providers/rnnoise/rnnoise.ts';
import type { TurnModel } from '../../../src/core/turnModel.ts';
import { voiced } from '../../../src/testing/audio.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import {
  activity,
  keys,
  replies,
  speech,
  transcripts,
  turns,
  verdicts,
  voicedWindow,
  windows,
} from '../../../src/testing/fixtures.ts';
import { flags } from '../../support/letters.ts';

/** The inputs of the operators at work. */
export interface Work {
  /** Creates a cold Observable from a marble diagram, a character for each ms. */
  readonly cold: <T = string>(diagram: string, values?: Readonly<Record<string, T>>) => Observable<T>;
  /** The source of time. */
  readonly scheduler: SchedulerLike;
}

/** Every operator at work. */
export const AT_WORK: Readonly<Record<string, (work: Work) => Observable<unknown>>> = {
  commitGate: ({ cold }) => cold('-a-b---c|').pipe(commitGate({ commit: cold('----u') })),
  digits: ({ cold, scheduler }) => cold('12-p-1', keys).pipe(digits({ timeoutMs: 3, scheduler })),
  endpointing: ({ cold, scheduler }) => {
    const transcript = cold('-i-f-------F', transcripts);
    return cold('s-m-----S-M', activity).pipe(endpointing({ transcript, minDelayMs: 3, scheduler }));
  },
  interruption: ({ cold }) => {
    const agentAudible = cold('t', flags);
    const transcript = cold('--i--j---', transcripts);
    const windows = { ...activity, a: voicedWindow(480), b: voicedWindow(512) };
    return cold('s--a--b--S', windows).pipe(interruption({ agentAudible, transcript, minWords: 1 }));
  },
  llmTurn: ({ cold, scheduler }) => {
    const answers = Array.from({ length: 4 }, () => ({ text: 'One two.', tokenMs: 2 }));
    const respond = createLlmDouble(answers, { scheduler });
    return cold('u----U', turns).pipe(llmTurn({ respond, scheduler }));
  },
  normalizeForSpeech: ({ cold }) =>
    cold('ab-c|', { a: '**3', b: ' km', c: '** on' }).pipe(normalizeForSpeech({ language: 'en' })),
  pace: ({ cold, scheduler }) => cold('sa-a-e', speech).pipe(pace({ leadMs: 5, frameMs: 7, scheduler })),
  pushToTalk: ({ cold }) => cold('vv.v|', windows).pipe(pushToTalk({ turns: cold('--u', { u: 'commit' as const }) })),
  resample: ({ cold }) => cold('a-b-a|', { a: voiced(5), b: voiced(7) }).pipe(resample({ sampleRate: 8000 })),
  sentences: ({ cold, scheduler }) =>
    cold('a-b-c', { a: 'One. Tw', b: 'o. Three ', c: 'four' }).pipe(
      sentences({ language: 'en', stallMs: 10, scheduler }),
    ),
  speak: ({ cold, scheduler }) => {
    const tts = createTtsDouble({ msPerChar: 1, speed: 1, scheduler });
    return cold('st-e--STE', replies).pipe(speak({ tts, sampleRate: 8000, scheduler }));
  },
  suppressNoise: ({ cold }) =>
    cold('a-b-a|', { a: voiced(10), b: voiced(13) }).pipe(suppressNoise({ model: rnnoise() })),
  transcribe: ({ cold, scheduler }) => {
    const stt = createSttDouble({ says: ['one', 'two'], delayMs: 3, sampleRate: 8000, scheduler });
    return cold('s-e---S-E', activity).pipe(transcribe({ stt, scheduler }));
  },
  turnEnd: ({ cold, scheduler }) => {
    const model: TurnModel = { kind: 'pause', name: 'double', score: () => cold('-g', verdicts) };
    const transcript = cold('-i-f-------F', transcripts);
    return cold('s-m-----S-M', activity).pipe(turnEnd({ transcript, model, minDelayMs: 1, maxDelayMs: 3, scheduler }));
  },
  userAway: ({ cold, scheduler }) => cold('-f-------f---|').pipe(userAway({ timeoutMs: 3, times: 2, scheduler })),
  vad: ({ cold, scheduler }) => {
    const frames = cold('v-v-v-.-.', { v: voiced(32), '.': voiced(32, 16_000, 0) });
    return frames.pipe(vad({ model: createVadDouble({ scheduler }), minSilenceMs: 80, scheduler }));
  },
  wakeWord: ({ cold, scheduler }) =>
    cold('-i-F---f------j-i|', transcripts).pipe(wakeWord({ words: ['you'], awakeMs: 5, scheduler })),
};
