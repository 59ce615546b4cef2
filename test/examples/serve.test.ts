import { describe, expect, it } from 'vitest';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { grammar } from '../../examples/concierge/grammar.ts';
import { phrases } from '../../examples/concierge/phrases.ts';
import { readAddress } from '../../examples/serve/settings.ts';
import { describeServer, isLimitedToPhrases } from '../../examples/serve/describeServer.ts';
import { selectEngines } from '../../examples/vendors/selectEngines.ts';

/** A rule of the grammar, as a regular expression. */
function patternOf(rule: string): string {
  const body = new RegExp(`<${rule}> = (?<body>[^;]*);`, 'u').exec(grammar)?.groups?.['body'];
  if (body === undefined) throw new Error(`no rule <${rule}>`);
  return `(?:${body.replaceAll(/\s*\|\s*/gu, '|').replaceAll(/<(?<name>\w+)>/gu, (_match, name: string) => patternOf(name))})`;
}

describe('the phrases of the concierge', () => {
  const understood = new RegExp(`^${patternOf('utterance')}$`, 'u');

  it.each(phrases)('are understood: %s', (phrase) => {
    expect(phrase).toMatch(understood);
  });

  it.each(phrases)('are answered: %s', (phrase) => {
    expect(selectAnswer([{ role: 'user', content: phrase }]).text).not.toMatch(/did not understand/u);
  });

  it('are not just any words', () => {
    expect('what is the weather like').not.toMatch(understood);
  });
});

describe('the address', () => {
  it.each<[NodeJS.ProcessEnv, object]>([
    [{}, {}],
    [{ PORT: '', HOST: '' }, {}],
    [{ PORT: '0' }, { port: 0 }],
    [
      { PORT: '65535', HOST: 'localhost' },
      { port: 65_535, host: 'localhost' },
    ],
  ])('%o', (env, address) => {
    expect(readAddress(env)).toEqual(address);
  });

  it.each(['65536', '-1', '80a', ' 80', '1e3'])('is none with PORT=%s', (PORT) => {
    expect(() => readAddress({ PORT })).toThrow(`PORT: expected a number from 0 to 65535, got "${PORT}"`);
  });
});

describe('the introduction', () => {
  const introduced = (env: NodeJS.ProcessEnv): string =>
    describeServer('http://127.0.0.1:3000', selectEngines(env), env).join('\n');

  it('has the address and the engines of this machine, and says how to use others', () => {
    expect(introduced({})).toBe(
      [
        'The concierge is listening: http://127.0.0.1:3000',
        '',
        '  hears    built-in (a better one: npx antiphon models)',
        '  answers  built-in rules (set OPENAI_API_KEY for a language model)',
        '  speaks   built-in (a better one: npx antiphon models)',
        '  records  every call, until this server ends (to keep them: RECORD=folder)',
        '',
        'To hear any sentence with a natural voice, pull models: see docs/local-models.md. To use a vendor, set its keys.',
      ].join('\n'),
    );
  });

  it('names vendors with their models, and says how to use local engines', () => {
    const vendors = introduced({ DEEPGRAM_API_KEY: 'k', STT_MODEL: 'nova-2', ELEVENLABS_API_KEY: 'k' });
    expect(vendors).toMatch(/^ {2}hears {4}deepgram \(nova-2\)$[^]*^ {2}speaks {3}elevenlabs$/mu);
    expect(vendors).toContain('To use the built-in engines, run ENGINES=local npm start.');
  });

  it('shows no key', () => {
    expect(introduced({ DEEPGRAM_API_KEY: 'SECRET', OPENAI_API_KEY: 'SECRET' })).not.toContain('SECRET');
  });

  it('prints that callers are recorded, and where to', () => {
    expect(introduced({ RECORD: 'kept' })).toMatch(/^ {2}records {2}every call, into kept$/mu);
  });

  it('names the model', () => {
    expect(introduced({ OPENAI_API_KEY: 'k' })).toContain('gpt-6-luna');
    expect(introduced({ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'another' })).toContain('another');
  });

  it.each<[env: NodeJS.ProcessEnv, isLimited: boolean]>([
    [{}, true],
    [{ OPENAI_API_KEY: 'k', ENGINES: 'local' }, true],
    [{ DEEPGRAM_API_KEY: 'k' }, true],
    [{ DEEPGRAM_API_KEY: 'k', OPENAI_API_KEY: 'k' }, false],
  ])('offers the phrases unless a vendor hears and a model answers: %j', (env, isLimited) => {
    expect(isLimitedToPhrases(selectEngines(env), env)).toBe(isLimited);
  });
});
