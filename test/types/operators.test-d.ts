import { of, type Observable } from 'rxjs';
import { describe, expectTypeOf, test } from 'vitest';
import { endpointing } from '../../operators/endpointing.ts';
import { interruption } from '../../operators/interruption.ts';
import { llmTurn } from '../../operators/llmTurn.ts';
import { pace } from '../../operators/pace.ts';
import { resample } from '../../operators/resample.ts';
import { sentences } from '../../operators/sentences.ts';
import { speak } from '../../operators/speak.ts';
import { transcribe } from '../../operators/transcribe.ts';
import { vad } from '../../operators/vad.ts';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import type { PlayoutCommand } from '../../src/core/playout.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../../src/core/ports.ts';
import type { Interruption, Settlement, Transcript, UserTurn, VadEvent } from '../../src/core/speech.ts';
import type { SpeechEvent, TurnEvent } from '../../src/core/turn.ts';

declare const audio$: Observable<AudioFrame>;
declare const activity$: Observable<VadEvent>;
declare const transcript$: Observable<Transcript>;
declare const turn$: Observable<UserTurn>;
declare const reply$: Observable<TurnEvent>;
declare const speech$: Observable<SpeechEvent>;
declare const text$: Observable<string>;
declare const chunk$: Observable<ChatCompletionChunk>;
declare const model: VadModel;
declare const stt: SpeechToText;
declare const tts: TextToSpeech;

describe('an operator turns', () => {
  test('audio into activity', () => {
    expectTypeOf(audio$.pipe(vad({ model }))).toEqualTypeOf<Observable<VadEvent>>();
  });

  test('audio into audio of another rate', () => {
    expectTypeOf(audio$.pipe(resample({ sampleRate: 8000 }))).toEqualTypeOf<Observable<AudioFrame>>();
  });

  test('activity into transcripts and what became of each segment', () => {
    expectTypeOf(activity$.pipe(transcribe({ stt }))).toEqualTypeOf<Observable<Transcript | Settlement>>();
  });

  test('activity into user turns', () => {
    expectTypeOf(activity$.pipe(endpointing({ transcript: transcript$ }))).toEqualTypeOf<Observable<UserTurn>>();
  });

  test('activity into interruptions', () => {
    const options = { transcript: transcript$, agentAudible: of(true) };
    expectTypeOf(activity$.pipe(interruption(options))).toEqualTypeOf<Observable<Interruption>>();
  });

  test('user turns into replies', () => {
    expectTypeOf(turn$.pipe(llmTurn({ respond: () => chunk$ }))).toEqualTypeOf<Observable<TurnEvent>>();
  });

  test('text into sentences', () => {
    expectTypeOf(text$.pipe(sentences({ language: 'en' }))).toEqualTypeOf<Observable<string>>();
  });

  test('replies into speech', () => {
    expectTypeOf(reply$.pipe(speak({ tts }))).toEqualTypeOf<Observable<SpeechEvent>>();
  });

  test('speech into playout commands', () => {
    expectTypeOf(speech$.pipe(pace())).toEqualTypeOf<Observable<PlayoutCommand>>();
  });
});

describe('the compiler refuses', () => {
  test('an operator on the wrong edge', () => {
    // @ts-expect-error transcripts are no audio
    transcript$.pipe(vad({ model }));
    // @ts-expect-error audio is no activity
    audio$.pipe(transcribe({ stt }));
  });

  test('an operator without what it needs', () => {
    // @ts-expect-error the model is missing
    vad({});
    // @ts-expect-error whether the agent is audible is missing
    interruption({ transcript: transcript$ });
  });

  test('an option that does not exist', () => {
    // @ts-expect-error the unit belongs to the name: minSpeechMs
    vad({ model, minSpeech: 50 });
  });
});
