import { finalize, from, Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { grammar } from '../../../../examples/concierge/grammar.ts';
import { createSttHost, sharedSttHost, type SttHost } from '../../../../providers/local/stt/host.ts';
import { localStt, createLocalStt, verifyLocalStt } from '../../../../providers/local/stt/stt.ts';
import { concatSamples } from '../../../../src/core/audio.ts';
import {
  createSpeechToTextContract,
  type SpeechToTextSubject,
} from '../../../../src/testing/contracts/speechToTextContract.ts';
import { collectTranscripts } from '../../../../src/testing/contracts/stt/collectTranscripts.ts';
import { spokenSegment } from '../../../support/segments.ts';

describe('the local recogniser keeps the contract of SpeechToText', () => {
  const make = async (): Promise<SpeechToTextSubject> => {
    const { host, closed } = watched(sharedSttHost);
    return { stt: createLocalStt(host, { grammar }), closed };
  };
  for (const { name, run } of createSpeechToTextContract(make, { speak })) test(name, run);
});

describe('the local recogniser', () => {
  test('presents itself', () =>
    expect(localStt({ grammar })).toMatchObject({
      name: 'local',
      sampleRate: 16_000,
      finalTimeoutMs: 1000,
      interims: true,
    }));

  test('does nothing before it is subscribed to', () => {
    createLocalStt({ transcribe: refuse, verify: refuse }, { grammar });
    localStt({ grammar }).transcribe(from([]));
  });

  test('refuses settings that break a rule', () =>
    expect(() => localStt({ grammar, decoders: 9 })).toThrow('decoders'));

  test('recognises two sessions at once with one decoder, one after the other, and loses nothing', async () => {
    const stt = createLocalStt(createSttHost(), { grammar, decoders: 1 });
    const sessions = await Promise.all([
      collectTranscripts(stt.transcribe(from(await spokenSegment('tell me about the restaurant', 0)))),
      collectTranscripts(stt.transcribe(from(await spokenSegment('thank you', 0)))),
    ]);
    expect(sessions.map(({ words }) => words(0))).toEqual(['tell me about the restaurant', 'thank you']);
  });

  test('recognises each session by its own grammar, with the same decoder', async () => {
    const host = createSttHost();
    const answers = '#JSGF V1.0;\ngrammar answers;\npublic <answer> = yes | no | maybe;';
    const speech = await spokenSegment('maybe', 0);
    const [desk, poll] = await Promise.all([
      collectTranscripts(createLocalStt(host, { grammar, decoders: 1 }).transcribe(from(speech))),
      collectTranscripts(createLocalStt(host, { grammar: answers, decoders: 1 }).transcribe(from(speech))),
    ]);
    expect(poll.words(0)).toBe('maybe');
    expect(desk.words(0)).not.toBe('maybe');
  });

  test('fails the segments of a grammar that the engine refuses, and those only', async () => {
    const broken = createLocalStt(sharedSttHost, { grammar: 'hello' });
    const { events } = await collectTranscripts(broken.transcribe(from(await spokenSegment('hello', 0))));
    const error = expect.objectContaining({
      code: 'provider_failed',
      message: expect.stringContaining('syntax error'),
    });
    expect(events).toEqual([{ kind: 'failed', segment: 0, error }]);
  });

  test('is verified: a grammar that the engine takes is no issue', async () =>
    expect(await verifyLocalStt({ grammar })).toEqual([]));

  test('is verified: each word that it does not know is an issue that names it', async () =>
    expect(await verifyLocalStt({ grammar: '#JSGF V1.0;\ngrammar desk;\npublic <a> = hello zzqx | Monday;' })).toEqual([
      { path: 'grammar', expected: 'a word of the en-US dictionary, in lower case', got: 'zzqx' },
      { path: 'grammar', expected: 'a word of the en-US dictionary, in lower case', got: 'Monday' },
    ]));

  test('is verified: an invalid grammar is an issue with its place', async () =>
    expect(await verifyLocalStt({ grammar: '#JSGF V1.0;\ngrammar desk;\npublic <a> = hello | ;' })).toEqual([
      { path: 'grammar', expected: 'a grammar in JSGF', got: expect.stringContaining("near ';'") },
    ]));
});

/** Real speech, with the silence of a segment around it. */
async function speak(text: string, sampleRate: number): Promise<Int16Array> {
  const inputs = await spokenSegment(text, 0, { sampleRate });
  return concatSamples(inputs.flatMap((input) => (input.kind === 'audio' ? [input.frame.samples] : [])));
}

/** `host`, and when no session is open there any more. */
function watched(host: SttHost): { host: SttHost; closed: () => Promise<void> } {
  let open = 0;
  const waiting: (() => void)[] = [];
  const transcribe: SttHost['transcribe'] = (hearing, speech) =>
    new Observable((subscriber) => {
      open += 1;
      const left = (): void => {
        open -= 1;
        if (open === 0) for (const resolve of waiting.splice(0)) resolve();
      };
      return host.transcribe(hearing, speech).pipe(finalize(left)).subscribe(subscriber);
    });
  const closed = (): Promise<void> =>
    new Promise((resolve) => {
      if (open === 0) resolve();
      else waiting.push(resolve);
    });
  return { host: { ...host, transcribe }, closed };
}

function refuse(): never {
  throw new Error('was asked to work');
}
