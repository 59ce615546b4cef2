import { defer, finalize, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { AudioDecoder } from '../../../src/wire/audio/decoder.ts';
import { pcm16, createPcmDecoder } from '../../../src/wire/audio/pcm.ts';
import { createHarness, talker } from './toyWire.ts';

describe('the text of an utterance', () => {
  it('is sent as it is written, character by character the same', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('Hel', 'lo ');
    speech.write(' wor', 'ld', '.');
    speech.end();
    expect(test.sent()).toEqual([
      '0 begin 0',
      '0 text 0 Hello ',
      '0 text 0  wor',
      '0 text 0 ld',
      '0 text 0 .',
      '0 end 0',
    ]);
  });

  it('is kept until the connection is open', () => {
    const test = createHarness({}, { opensAfterMs: 50 });
    const speech = test.speak();
    speech.write('One.');
    speech.end();
    test.clock.flush(49);
    expect(test.sent()).toEqual([]);
    test.clock.flush(50);
    expect(test.sent()).toEqual(['50 begin 0', '50 text 0 One.', '50 end 0']);
  });

  it('is kept until the connection is ready', () => {
    const test = createHarness({ greeting: true });
    test.speak().write('One.');
    expect(test.sent()).toEqual(['0 hello']);
    test.hear('ready');
    expect(test.sent()).toEqual(['0 hello', '0 begin 0', '0 text 0 One.']);
  });

  it.each(['', ' ', ' \n\t', '…', '“', '- ', '!?'])(
    'opens nothing while there is nothing to speak in it: %j',
    (piece) => {
      const test = createHarness();
      test.speak().write(piece);
      expect(test.connections).toEqual([]);
    },
  );

  it.each(['a', '7', 'é', '愛', '$', '🙂', '“W'])('opens a connection as soon as there is: %j', (piece) => {
    const test = createHarness();
    test.speak().write(piece);
    expect(test.sent()).toEqual(['0 begin 0', `0 text 0 ${piece}`]);
  });

  it('is sent from its first that is no white space', () => {
    const test = createHarness();
    test.speak().write('\n ', '“', 'One ');
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 “One ']);
  });

  it('of white space alone is marked, and done', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write(' \n');
    speech.end();
    expect(test.log).toEqual(['0 mark 2', '0 complete']);
  });

  it('that is none is done', () => {
    const test = createHarness();
    test.speak().end();
    expect(test.log).toEqual(['0 complete']);
  });

  it('that fails ends the utterance with its error, and cuts it', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    speech.text.error(new Error('the model gave up'));
    expect(test.log).toEqual(['0  the model gave up']);
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One.', '0 cancel 0', '0 bye']);
    expect(test.connections[0]?.closed).toEqual({ by: 'close', atMs: 0 });
  });
});

describe('the sound of an utterance', () => {
  it('is heard as it comes, marked to its end when it is done', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    speech.end();
    test.hear('audio 0 20');
    test.hear('audio 0 30');
    test.hear('done 0');
    expect(test.log).toEqual(['0 audio 20', '0 audio 30', '0 mark 4', '0 complete']);
  });

  it('is whole wherever its bytes are cut', () => {
    const bytes = new Uint8Array(new Int16Array([1, -2, 300]).buffer);
    const test = createHarness({
      dialect: { receive: (frame) => [{ kind: 'audio', utterance: 0, bytes: bytes.subarray(...cut(String(frame))) }] },
    });
    const speech = test.speak();
    speech.write('One.');
    for (const part of ['0 1', '1 2', '2 5', '5 6']) test.hear(part);
    const samples = speech.events.flatMap((event) => (event.kind === 'audio' ? [...event.frame.samples] : []));
    expect(samples).toEqual([1, -2, 300]);
    expect(test.log).toEqual(['0 audio 1', '0 audio 1', '0 audio 1']);
  });

  it('is requested without the control characters that models write', () => {
    const test = createHarness();
    test.speak().write('One\u0000\u001B two.\n');
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One two.\n']);
  });

  it('waits, with all that comes after it, for a decoder that is not loaded', () => {
    const decoder = new Subject<AudioDecoder>();
    const test = createHarness({ decoder });
    const speech = test.speak();
    speech.write('One.');
    speech.end();
    test.hear('audio 0 20|words 0 One 0 20');
    test.hear('audio 0 10|done 0');
    expect(test.log).toEqual([]);
    decoder.next(createPcmDecoder());
    expect(test.log).toEqual(['0 audio 20', '0 0-3@0-20', '0 audio 10', '0 mark 4', '0 complete']);
  });

  it('that waited for its decoder is not decoded any more when it is cut', () => {
    const decoder = new Subject<AudioDecoder>();
    const decoded: number[] = [];
    const push = (bytes: Uint8Array): Int16Array => new Int16Array(decoded.push(bytes.length));
    const test = createHarness({ decoder });
    test.speak('', 1).write('One.');
    test.hear('audio 0 20|audio 0 10');
    decoder.next({ push });
    expect(decoded).toEqual([40]);
    expect(decoder.observed).toBe(false);
  });

  it('has a decoder of its own, freed at its end', () => {
    let [opened, freed] = [0, 0];
    const decoder = defer(() => {
      opened += 1;
      return pcm16.pipe(finalize(() => (freed += 1)));
    });
    const test = createHarness({ decoder, maxConcurrent: 2 });
    const [first, second] = [test.speak(), test.speak()];
    first.write('One.');
    second.write('Two.');
    expect(opened).toBe(2);
    test.hear('audio 0 20|done 0');
    expect(freed).toBe(1);
    second.subscription.unsubscribe();
    expect(freed).toBe(2);
  });

  it('that cannot be decoded ends the utterance with an error', () => {
    const test = createHarness({ decoder: throwError(() => new Error('no such codec')) });
    test.speak().write('One.');
    expect(test.log).toEqual(['0 provider_failed no such codec']);
    expect(test.connections).toMatchObject([]);
  });

  it('that does not come although the call succeeded is an error', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One.');
    speech.end();
    test.hear('done 0');
    expect(test.log).toEqual(['0 provider_failed Toy: it returned no audio although the call succeeded']);
  });

  it('need not come for an emoji', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('🙂');
    speech.end();
    test.hear('done 0');
    expect(test.log).toEqual(['0 mark 2', '0 complete']);
  });
});

describe('a TTS that is done before the text is', () => {
  it('speaks the rest as a further utterance of the wire, timed from what has sounded', () => {
    const test = createHarness();
    const speech = test.speak();
    speech.write('One. ');
    test.hear('audio 0 20|words 0 One 0 20|done 0');
    speech.write('Two.');
    speech.end();
    test.hear('audio 1 30|words 1 Two 5 30|done 1', 1);
    expect(test.sent(1)).toEqual(['0 begin 1', '0 text 1 Two.', '0 end 1', '0 bye']);
    expect(test.log).toEqual([
      '0 audio 20',
      '0 0-3@0-20',
      '0 mark 5',
      '0 audio 30',
      '0 5-8@25-50',
      '0 mark 9',
      '0 complete',
    ]);
  });
});

describe('a wire that takes whole sentences', () => {
  it('has each as an utterance of its own, on one connection', () => {
    const test = createHarness({ accepts: 'sentences' }, { onFrame: talker });
    const speech = test.speak();
    speech.write('Hello. ', ' World.');
    speech.end();
    test.clock.flush();
    expect(test.sent()).toEqual([
      '0 begin 0',
      '0 text 0 Hello. ',
      '0 end 0',
      '0 begin 1',
      '0 text 1 World.',
      '0 end 1',
      '0 bye',
    ]);
    expect(test.log).toEqual(['0 audio 70', '0 mark 7', '0 audio 60', '0 mark 14', '0 complete']);
    expect(test.connections.map(({ closed }) => closed?.by)).toEqual(['close']);
  });

  it('has its words timed from where they stand in the whole utterance', () => {
    const test = createHarness({ accepts: 'sentences' });
    const speech = test.speak();
    speech.write('One. ', 'Two. ');
    test.hear('audio 0 20|words 0 One 0 20|done 0');
    test.hear('audio 1 30|words 1 Two 5 30|done 1');
    expect(test.log).toEqual(['0 audio 20', '0 0-3@0-20', '0 mark 5', '0 audio 30', '0 5-8@25-50', '0 mark 10']);
  });

  it('has a sentence cut with the utterance', () => {
    const test = createHarness({ accepts: 'sentences' });
    const speech = test.speak();
    speech.write('One. ');
    speech.subscription.unsubscribe();
    expect(test.sent()).toEqual(['0 begin 0', '0 text 0 One. ', '0 end 0', '0 cancel 0', '0 bye']);
    expect(test.connections[0]?.closed).toEqual({ by: 'close', atMs: 0 });
  });
});

describe('two utterances at once', () => {
  it('on one connection have each its own sound', () => {
    const test = createHarness({ maxConcurrent: 2 });
    const [first, second] = [test.speak('a '), test.speak('b ')];
    first.write('One.');
    second.write('Two.');
    test.hear('audio 1 20|audio 0 30');
    expect(test.connections).toHaveLength(1);
    expect(test.log).toEqual(['0 b audio 20', '0 a audio 30']);
  });

  it('wait for a connection each, where one carries but one', () => {
    const test = createHarness({}, { opensAfterMs: 50 });
    test.speak().write('One.');
    test.speak().write('Two.');
    test.clock.flush(50);
    expect([test.sent(0), test.sent(1)]).toEqual([
      ['50 begin 0', '50 text 0 One.'],
      ['50 begin 1', '50 text 1 Two.'],
    ]);
  });

  it('on two connections, where one carries but one', () => {
    const test = createHarness();
    test.speak('a ').write('One.');
    test.speak('b ').write('Two.');
    expect([test.sent(0), test.sent(1)]).toEqual([
      ['0 begin 0', '0 text 0 One.'],
      ['0 begin 1', '0 text 1 Two.'],
    ]);
  });
});

function cut(part: string): [number, number] {
  const [from = 0, to = 0] = part.split(' ').map(Number);
  return [from, to];
}
