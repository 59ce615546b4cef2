import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findModelEnd } from '../../providers/modelEnds.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Pages that are about the models themselves, and those that are generated from the declarations. */
const ABOUT_MODELS = /^docs\/(?:providers(?:\.md|\/)|configuration\.md)/u;

/** Names as vendors give them: of a chat model, a voice or a recogniser. */
const NAMED = /\b(?:gpt-[\w.-]*\w|o[134](?:-\w+)*|whisper-1|tts-1[\w-]*|sonic[\w.-]*\w)/gu;

/** Chat models whose end was announced before 2026-11-22. https://developers.openai.com/api/docs/deprecations */
const CHAT_MODELS_THAT_END =
  /^(?:gpt-3\.5|gpt-4(?:o|\.1)?|gpt-5(?:\.[13])?|o1|o3|o4)(?:-(?:mini|nano|pro|turbo|codex|chat-latest|\d[\d-]*))*$/u;

const pages = execFileSync('git', ['ls-files', 'README.md', 'docs/*.md', 'examples/*.ts'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((page) => page !== '' && !ABOUT_MODELS.test(page));

test.each(pages)('%s names no model that ends within a year', (page) => {
  const named = readFileSync(resolve(ROOT, page), 'utf8').match(NAMED) ?? [];
  expect(named.filter((model) => CHAT_MODELS_THAT_END.test(model) || isEnding(model))).toEqual([]);
});

test('the dates of the registry are those of the docs', () => {
  const dates = readFileSync(resolve(ROOT, 'docs/providers.md'), 'utf8');
  for (const [provider, model] of [
    ['openai', 'tts-1'],
    ['openai', 'whisper-1'],
    ['cartesia', 'sonic-2'],
    ['fish', 's1'],
  ] as const)
    expect(dates).toMatch(new RegExp(`\\| ${findModelEnd({ provider, model })?.endsOn}.*\`${model}\``, 'u'));
});

function isEnding(model: string): boolean {
  return (['openai', 'cartesia', 'fish'] as const).some((provider) => findModelEnd({ provider, model }) !== null);
}
