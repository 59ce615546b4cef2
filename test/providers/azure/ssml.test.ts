import { describe, expect, test } from 'vitest';
import { createSsml, type SsmlSettings } from '../../../providers/azure/ssml.ts';
import { parseSsml } from '../../fakes/azure/ssml.ts';

const VOICE: SsmlSettings = { voice: 'en-US-AvaMultilingualNeural', language: 'en-US', prosody: null };

function spoken(text: string, prosody: SsmlSettings['prosody'] = null): string {
  return (
    /<voice name='[^']*'>(?<spoken>.*)<\/voice>/su.exec(createSsml(text, { ...VOICE, prosody }))?.groups?.['spoken'] ??
    ''
  );
}

describe('SSML', () => {
  test('names the language and the voice', () => {
    expect(createSsml('Hello.', VOICE)).toBe(
      "<speak version='1.0' xmlns='http://www.w3.org/2001/10/synthesis' xmlns:mstts='http://www.w3.org/2001/mstts' " +
        "xmlns:emo='http://www.w3.org/2009/10/emotionml' xml:lang='en-US'>" +
        "<voice name='en-US-AvaMultilingualNeural'>Hello.</voice></speak>",
    );
  });

  test('takes nothing in the text for markup', () => {
    expect(spoken(`a & b < c > d " e ' f &amp; 🙂`)).toBe('a &amp; b &lt; c &gt; d &quot; e &apos; f &amp;amp; 🙂');
  });

  test('is read back as the text that went in', () => {
    const text = `<break time="9s"/> & 'so' ]]> <!-- &#x0; ✓ 🙂\n\t`;
    expect(parseSsml(createSsml(text, VOICE))?.text).toBe(text);
  });

  test.each([
    ['control characters', 'a\u0000\u0008\u000B\u000C\u001Bb'],
    ['lone surrogates', 'a\uD83Db\uDE42'],
    ['what is no character', 'a\uFFFEb\uFFFF'],
  ])('leaves out %s', (_, text) => {
    expect(spoken(text)).toBe('ab');
  });

  test('lets no name of a voice or a language out of its quotes', () => {
    const odd = createSsml('x', { voice: "a'><b", language: "e'n", prosody: null });
    expect(parseSsml(odd)).toMatchObject({ voice: 'a&apos;&gt;&lt;b', language: 'e&apos;n' });
  });
});

describe('prosody', () => {
  test.each([
    [{ rate: 1.2, volume: null, pitch: null }, "rate='1.2'"],
    [{ rate: 'x-slow', volume: null, pitch: null }, "rate='x-slow'"],
    [{ rate: null, volume: 80, pitch: null }, "volume='80'"],
    [{ rate: null, volume: 0, pitch: null }, "volume='0'"],
    [{ rate: null, volume: 'silent', pitch: null }, "volume='silent'"],
    [{ rate: null, volume: null, pitch: 'high' }, "pitch='high'"],
    [{ rate: 0.5, volume: 'loud', pitch: 'x-low' }, "rate='0.5' volume='loud' pitch='x-low'"],
  ] as const)('%j is %s', (prosody, attributes) => {
    expect(spoken('Hello.', prosody)).toBe(`<prosody ${attributes}>Hello.</prosody>`);
  });

  test.each([null, { rate: null, volume: null, pitch: null }])('that changes nothing is not sent: %j', (prosody) => {
    expect(spoken('Hello.', prosody)).toBe('Hello.');
  });
});

describe('an expression', () => {
  test.each([
    [{ style: 'cheerful' }, "style='cheerful'"],
    [{ style: 'sad', style_degree: 1.5 }, "style='sad' styledegree='1.5'"],
    [{ role: 'YoungAdultFemale' }, "role='YoungAdultFemale'"],
    [{ style: "a'><b" }, "style='a&apos;&gt;&lt;b'"],
  ])('%j is %s', (expression, attributes) => {
    const prosody = { rate: 1.2, volume: null, pitch: null };
    const xml = createSsml('Hello.', { ...VOICE, ...expression, prosody });
    expect(xml).toContain(
      `<mstts:express-as ${attributes}><prosody rate='1.2'>Hello.</prosody></mstts:express-as></voice>`,
    );
  });
});
