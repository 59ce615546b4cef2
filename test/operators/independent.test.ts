import { readdirSync } from 'node:fs';
import type { Observable } from 'rxjs';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { expect, it } from 'vitest';
import { commitGate } from '../../operators/commitGate.ts';
import { digits } from '../../operators/digits.ts';
import { endpointing } from '../../operators/endpointing.ts';
import { interruption } from '../../operators/interruption.ts';
import { llmTurn } from '../../operators/llmTurn.ts';
import { normalizeForSpeech } from '../../operators/normalizeForSpeech.ts';
import { pace } from '../../operators/pace.ts';
import { pushToTalk } from '../../operators/pushToTalk.ts';
import { resample } from '../../operators/resample.ts';
import { sentences } from '../../operators/sentences.ts';
import { speak } from '../../operators/speak.ts';
import { suppressNoise } from '../../operators/suppressNoise.ts';
import { transcribe } from '../../operators/transcribe.ts';
import { turnEnd } from '../../operators/turnEnd.ts';
import { userAway } from '../../operators/userAway.ts';
import { vad } from '../../operators/vad.ts';
import { wakeWord } from '../../operators/wakeWord.ts';
import { rnnoise } from '../../providers/rnnoise/rnnoise.ts';
import type { TurnModel } from '../../src/core/turnModel.ts';
import { voiced } from '../../src/testing/audio.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
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
} from '../../src/testing/fixtures.ts';
import { flags } from '../support/letters.ts';

/** Every operator at work: state that two subscriptions share would show. */
const AT_WORK: Readonly<Record<string, (helpers: RunHelpers) => Observable<unknown>>> = {
  commitGate: ({ cold }) => cold('-a-b---c|').pipe(commitGate({ commit: cold('----u') })),
  digits: ({ cold }) => cold('12-p-1', keys).pipe(digits({ timeoutMs: 3 })),
  endpointing: ({ cold }) => {
    const transcript = cold('-i-f-------F', transcripts);
    return cold('s-m-----S-M', activity).pipe(endpointing({ transcript, minDelayMs: 3 }));
  },
  interruption: ({ cold }) => {
    const agentAudible = cold('t', flags);
    const transcript = cold('  --i--j---', transcripts);
    const windows = { ...activity, a: voicedWindow(480), b: voicedWindow(512) };
    return cold('s--a--b--S', windows).pipe(interruption({ agentAudible, transcript, minWords: 1 }));
  },
  llmTurn: ({ cold }) => {
    const respond = createLlmDouble(Array.from({ length: 4 }, () => ({ text: 'One two.', tokenMs: 2 })));
    return cold('u----U', turns).pipe(llmTurn({ respond }));
  },
  normalizeForSpeech: ({ cold }) =>
    cold('ab-c|', { a: '**3', b: ' km', c: '** on' }).pipe(normalizeForSpeech({ language: 'en' })),
  pace: ({ cold }) => cold('sa-a-e', speech).pipe(pace({ leadMs: 5, frameMs: 7 })),
  pushToTalk: ({ cold }) => cold('vv.v|', windows).pipe(pushToTalk({ turns: cold('--u', { u: 'commit' as const }) })),
  resample: ({ cold }) => cold('a-b-a|', { a: voiced(5), b: voiced(7) }).pipe(resample({ sampleRate: 8000 })),
  sentences: ({ cold }) => cold('a-b-a|', { a: 'One. Tw', b: 'o. Three ' }).pipe(sentences({ language: 'en' })),
  speak: ({ cold }) =>
    cold('st-e--STE', replies).pipe(speak({ tts: createTtsDouble({ msPerChar: 1, speed: 1 }), sampleRate: 8000 })),
  suppressNoise: ({ cold }) =>
    cold('a-b-a|', { a: voiced(10), b: voiced(13) }).pipe(suppressNoise({ model: rnnoise() })),
  transcribe: ({ cold }) => {
    const stt = createSttDouble({ says: ['one', 'two'], delayMs: 3, sampleRate: 8000 });
    return cold('s-e---S-E', activity).pipe(transcribe({ stt }));
  },
  turnEnd: ({ cold }) => {
    const model: TurnModel = { kind: 'pause', name: 'double', score: () => cold('-g-o', verdicts) };
    const transcript = cold('-i-f-------F', transcripts);
    return cold('s-m-----S-M', activity).pipe(turnEnd({ transcript, model, minDelayMs: 1, maxDelayMs: 3 }));
  },
  userAway: ({ cold }) => cold('-f-------f---|').pipe(userAway({ timeoutMs: 3, times: 2 })),
  vad: ({ cold }) => {
    const frames = cold('v-v-v-.-.|', { v: voiced(32), '.': voiced(32, 16_000, 0) });
    return frames.pipe(vad({ model: createVadDouble(), minSilenceMs: 50 }));
  },
  wakeWord: ({ cold }) => cold('-i-F---f---j|', transcripts).pipe(wakeWord({ words: ['you'], awakeMs: 5 })),
};

it('every operator is tried', () => {
  const files = readdirSync(new URL('../../operators', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.ts')
    .map(({ name }) => name.replace(/\.ts$/, ''));
  expect(Object.keys(AT_WORK).toSorted()).toEqual(files.toSorted());
});

it.each(Object.keys(AT_WORK))('subscribing twice gives two independent results: %s', (name) => {
  const logs: readonly string[][] = [[], []];
  const clock = new TestScheduler(() => {});
  clock.run((helpers) => {
    const out = AT_WORK[name]?.(helpers);
    logs.forEach((log, which) => {
      const beginMs = which * 4;
      const note = (what: unknown): void => void log.push(`${clock.now() - beginMs} ${JSON.stringify(what)}`);
      clock.schedule(() => out?.subscribe({ next: note, error: note, complete: () => note('|') }), beginMs);
    });
    helpers.flush();
  });
  expect(logs[0]).not.toEqual([]);
  expect(logs[1]).toEqual(logs[0]);
});
