import { describe, expect, it } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { grammar } from '../../examples/concierge/grammar.ts';
import { phrases } from '../../examples/concierge/phrases.ts';
import { readAddress } from '../../examples/serve/settings.ts';
import { describeServer } from '../../examples/serve/describeServer.ts';

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
  const introduced = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const config = await concierge.configure_session({ custom_data: {}, signal: new AbortController().signal });
    return describeServer('http://127.0.0.1:3000', config, env).join('\n');
  };

  it('names engines and port', async () => {
    expect(await introduced({})).toMatch(/http:\/\/127\.0\.0\.1:3000\n[^]*port +3000\n[^]*silero[^]*local[^]*local/u);
  });

  it('prints that callers are recorded, and where to', async () => {
    expect(await introduced({})).not.toContain('records');
    expect(await introduced({ RECORD: 'kept' })).toMatch(/^ {2}records {2}every session, into kept$/mu);
  });

  it('names the model', async () => {
    expect(await introduced({})).toContain('rules of its own');
    expect(await introduced({ OPENAI_API_KEY: 'k' })).toContain('gpt-6-luna');
    expect(await introduced({ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'another' })).toContain('another');
  });
});
