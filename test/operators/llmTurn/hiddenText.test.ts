import { from } from 'rxjs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HiddenText } from '../../../operators/llmTurn/hiddenText.ts';
import { chunk, finish, toolCallChunk } from '../../../src/testing/doubles/chunks.ts';
import { runs } from '../../properties/runs.ts';
import { answered } from './score.ts';

function shown(...pieces: readonly string[]): string {
  const hidden = new HiddenText(['think', 'my-notes']);
  return pieces.map((piece) => hidden.add(piece)).join('') + hidden.end();
}

describe('what a model thinks in its text', () => {
  it.each<[string, readonly string[], string]>([
    ['in one piece', ['<think>Hm.</think>Hello.'], 'Hello.'],
    ['between words', ['One <think>Hm.</think>two.'], 'One two.'],
    ['cut within its tags', ['<th', 'ink>H', 'm.</thi', 'nk>Hello.'], 'Hello.'],
    ['letter by letter', 'a<think>b</think>c'.split(''), 'ac'],
    ['without its end', ['Hello. <think>Hm.', ' And so on.'], 'Hello. '],
    ['in capitals', ['<THINK>Hm.</Think>Hello.'], 'Hello.'],
    ['twice', ['<think>a</think>b<think>c</think>d'], 'bd'],
    ['with another tag in it', ['<think>a <b>b</b> < 3</think>c'], 'c'],
    ['under another name', ['<my-notes>a</think></my-notes>b'], 'b'],
    ['of which only the end has come', ['Hm.</think>Hello.'], 'Hm.Hello.'],
  ])('is not said: %s', (_, pieces, expected) => {
    expect(shown(...pieces)).toBe(expected);
  });

  it.each(['if 3<4 it is', 'a <b>bold</b> word', 'a <', 'I <thinker> am', '<thin'])('other text stays: %s', (text) => {
    expect(shown(text)).toBe(text);
    expect(shown(...text.split(''))).toBe(text);
  });

  it('is hidden however the text is cut', () => {
    const part = fc.constantFrom('<think>', '</think>', '<', 'think', '>', 'a', ' ', '<b>', '</');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(shown(...parts)).toBe(shown(parts.join('')));
      }),
      runs(300),
    );
  });

  it('is neither in the events nor in the way of calls', () => {
    const call = toolCallChunk({ id: 'a', name: 'time', arguments: '{}' });
    const { log } = answered(
      from([chunk('<think>Let me'), chunk(' see.</think>'), chunk('Well. <'), call, finish('tool_calls')]),
    );
    expect(log).toEqual(['started', 'text Well. ', 'text <', 'round 0: a time({})', 'complete']);
  });
});
