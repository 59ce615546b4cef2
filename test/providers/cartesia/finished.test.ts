import { beforeEach, describe, expect, test } from 'vitest';
import { CartesiaDialect } from '../../../providers/cartesia/dialect.ts';
import type { TtsAction } from '../../../src/wire/tts/dialect.ts';

let contexts: CartesiaDialect;

beforeEach(() => {
  let ids = 0;
  contexts = new CartesiaDialect({ generation: { model_id: 'sonic' }, sampleRate: 1000, newId: () => `c${++ids}` });
});

/** Returns sent frames parsed, and other actions unchanged. */
function framesOf(actions: readonly TtsAction[]): readonly unknown[] {
  return actions.map((action) => (action.kind === 'send' ? JSON.parse(String(action.frame)) : action));
}

function sent(context_id: string, rest: object): object {
  return { model_id: 'sonic', context_id, ...rest };
}

function text(context: string, transcript: string): object {
  return sent(context, { transcript, continue: true });
}

function end(context: string): object {
  return sent(context, { transcript: '', continue: false });
}

function hear(context_id: string, type: string, fields: object = {}): readonly unknown[] {
  return framesOf(contexts.receive(JSON.stringify({ type, context_id, ...fields })));
}

/** The times of words. */
function timed(context: string, ...words: readonly string[]): readonly unknown[] {
  const times = words.map((_, at) => at / 1000);
  return hear(context, 'timestamps', { word_timestamps: { words, start: times, end: times } });
}

/** 10 ms of audio. */
function sound(context: string): readonly unknown[] {
  return hear(context, 'chunk', { data: Buffer.alloc(20, 1).toString('base64'), done: false, status_code: 206 });
}

describe('an utterance that Cartesia has finished after its end', () => {
  const finished = { done: true, status_code: 200 };

  beforeEach(() => {
    contexts.begin(0);
  });

  test.each<[string, readonly string[]]>([
    ['Wait. <break time="1s"/>', ['Wait.']],
    ['Wait <break time="1s"/> for me.', ['Wait', 'for', 'me.']],
    ['That is funny. [laughter]', ['That', 'is', 'funny.']],
    ['<emotion value="happy"/> Yes! <spell>ABC</spell>', ['Yes!']],
    ['See you at 10:30 a.m. & bring 2 kg.', ['See', 'you']],
    ['One two three four five six seven eight nine ten eleven twelve.', ['One']],
    ['Hello there.', []],
  ])('%s has been spoken, whatever was timed: %j', (given, words) => {
    contexts.text(0, given);
    sound('c1');
    timed('c1', ...words);
    contexts.end(0);
    sound('c1');
    expect(hear('c1', 'done', finished)).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('has spoken its text also if a flush is under way', () => {
    contexts.text(0, 'Wait. [laughter]');
    contexts.flush(0);
    sound('c1');
    timed('c1', 'Wait.');
    contexts.end(0);
    expect(hear('c1', 'done', finished)).toEqual([{ kind: 'done', utterance: 0 }]);
  });

  test('has not spoken what was sent behind the last audio: its context expired in the meantime', () => {
    contexts.text(0, 'First. ');
    sound('c1');
    contexts.text(0, 'Second. ');
    contexts.end(0);
    expect(hear('c1', 'done', finished)).toEqual([text('c2', 'Second. '), end('c2')]);
  });

  test.each(['<break time="1s"/>', ' [laughter]'])('has spoken %s behind the last audio', (given) => {
    contexts.text(0, 'First.');
    sound('c1');
    contexts.text(0, given);
    contexts.end(0);
    expect(hear('c1', 'done', finished)).toEqual([{ kind: 'done', utterance: 0 }]);
  });
});
