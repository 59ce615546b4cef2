import { describe, expectTypeOf, it } from 'vitest';
import type { DeepgramStt } from '../../../providers/deepgram/settings.ts';
import { STT, VAD, type SttNames, type TTS, type TtsNames } from '../../../providers/names.ts';
import type { SessionConfig } from '../../../src/session/config/config.ts';
import { KEY, shortest } from './table.ts';

interface Guest {
  name: string;
  booked: string[];
}

/** A caller that infers the type of `session_data`, as an agent does. */
async function dataOf<S extends object>(configure: () => Promise<SessionConfig<S>>): Promise<S> {
  return (await configure()).session_data;
}

describe('the types of a config', () => {
  it('infer session_data from what is returned', () => {
    const inferred = dataOf(async () => ({ ...shortest, session_data: { name: 'Ada', booked: ['19:00'] } }));
    expectTypeOf(inferred).resolves.toEqualTypeOf<{ name: string; booked: string[] }>();
  });

  it('take an interface for session_data', () => {
    const guest: Guest = { name: 'Ada', booked: [] };
    expectTypeOf(dataOf(async () => ({ ...shortest, session_data: guest }))).resolves.toEqualTypeOf<Guest>();
  });

  it('have values and types under one name, and letters that are the same', () => {
    expectTypeOf(STT.Deepgram(KEY)).toEqualTypeOf<STT.Deepgram>();
    expectTypeOf<STT.ProviderC>().toEqualTypeOf<DeepgramStt>();
    expectTypeOf<TTS.ProviderG>().toEqualTypeOf<TTS.Fish>();
    expectTypeOf(VAD.Silero()).toEqualTypeOf<VAD.ProviderV>();
  });

  it('accept a provider only where it belongs', () => {
    expectTypeOf<TTS.Fish>().not.toExtend<SessionConfig['stt']>();
    expectTypeOf<STT.Azure>().not.toExtend<SessionConfig['tts']>();
    expectTypeOf<ReturnType<SttNames[keyof SttNames]>>().toEqualTypeOf<NonNullable<SessionConfig['stt']>>();
    expectTypeOf<ReturnType<TtsNames[keyof TtsNames]>>().toEqualTypeOf<NonNullable<SessionConfig['tts']>>();
  });

  it('require the key, and know the labels', () => {
    expectTypeOf(STT.OpenAI).parameter(0).toHaveProperty('api_key').toEqualTypeOf<string>();
    expectTypeOf<{ api_key: string; speed: 'quick' }>().not.toExtend<Parameters<typeof TTS.Cartesia>[0]>();
    expectTypeOf<{ api_key: string; speed: 'fast' }>().toExtend<Parameters<typeof TTS.Cartesia>[0]>();
  });
});
