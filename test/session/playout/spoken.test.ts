import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextNormalizers } from '../../../operators/normalizeForSpeech/createTextNormalizers.ts';
import { SpokenMap, type SpokenSpan } from '../../../src/core/spokenText.ts';
import { Ledger } from '../../../src/session/standardStages/playout/ledger.ts';
import { runs } from '../../properties/runs.ts';

const RATE = 1000;
const SAMPLES_PER_CHAR = 60;

/** The ledger of an utterance of one sentence, all of whose audio has come: 60 ms for each character that is spoken. */
function ledgerOf(spans: readonly SpokenSpan[], isMarked = true): Ledger {
  const [text, spoken] = [spans.map((span) => span.text).join(''), spans.map((span) => span.spoken).join('')];
  const ledger = new Ledger();
  const utterance = 'u';
  ledger.add({ kind: 'started', turn: 0, utterance });
  ledger.add({ kind: 'text', utterance, text, spoken: spans });
  const samples = new Int16Array(spoken.length * SAMPLES_PER_CHAR);
  ledger.add({ kind: 'audio', utterance, frame: { samples, sampleRate: RATE } });
  if (isMarked) ledger.add({ kind: 'mark', utterance, chars: text.length });
  return ledger;
}

function normalize(text: string): readonly SpokenSpan[] {
  const normalizer = createTextNormalizers({ language: 'en' })();
  return [...normalizer.add(text), ...normalizer.flush()];
}

/** The end of the last letter or digit. */
function lastLetterOf(text: string): number {
  return text.replace(/[^\p{L}\p{N}]+$/u, '').length;
}

describe('what was heard of a text that is spoken otherwise than written', () => {
  const text = 'See [the long way](https://example.com/a/b/c/d) of **3 km** now';
  // See the long way of 3 kilometers now
  it.each([
    ['before the link ends', 13, 'See [the long'],
    ['the words of the link', 16, 'See [the long way](https://example.com/a/b/c/d)'],
    ['one word behind it', 19, 'See [the long way](https://example.com/a/b/c/d) of'],
    ['a part of a unit', 30, 'See [the long way](https://example.com/a/b/c/d) of'],
    ['all of it', 32, 'See [the long way](https://example.com/a/b/c/d) of **3 km**'],
    ['everything', 36, text],
  ])('%s', (_, chars, heard) => {
    const played = chars * SAMPLES_PER_CHAR;
    expect(ledgerOf(normalize(text)).computeHeard('u', played).text).toBe(heard);
    expect(ledgerOf(normalize(text), false).computeHeard('u', played).text).toBe(heard);
  });

  it('grows with what is played, and is never more than that', () => {
    const part = fc.constantFrom(
      '**Hi**',
      ' there ',
      '3 km',
      ' ',
      '[a b](http://c.d)',
      '🎉',
      'Oh! ',
      '`x_y`',
      '$3.50',
      '\n- ',
      'word',
    );
    const texts = fc.array(part, { minLength: 1, maxLength: 15 }).map((parts) => parts.join(''));
    const property = fc.property(texts, fc.boolean(), (written, isMarked) => {
      const spans = normalize(written);
      const map = new SpokenMap();
      for (const span of spans) map.add(span);
      const spoken = spans.map((span) => span.spoken).join('');
      const ledger = ledgerOf(spans, isMarked);
      const { spokenLength } = map;
      let before = '';
      for (let chars = 1; chars <= spokenLength; chars++) {
        const { text: heard, whole } = ledger.computeHeard('u', chars * SAMPLES_PER_CHAR);
        const said = spoken.slice(0, map.toSpoken(heard.length));
        expect(written.startsWith(heard) && heard.startsWith(before)).toBe(true);
        expect(whole || lastLetterOf(said) <= chars).toBe(true);
        before = heard;
      }
      expect(before).toBe(spokenLength > 0 ? written : '');
    });
    fc.assert(property, runs(75));
  });
});
