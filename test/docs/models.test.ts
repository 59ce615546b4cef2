import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STT_PROVIDERS, TTS_PROVIDERS, type ProviderEntry } from '../../providers/registry.ts';
import { findModelEnd } from '../../src/core/modelEnds.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(resolve(ROOT, page), 'utf8');

interface Named {
  /** The models that the docs name, each with the first day on which its vendor does not serve it; null: none is announced. */
  readonly models: Readonly<Record<string, string | null>>;
  /** The versions of other people's programs that the docs speak of. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
}

const { models, versions } = JSON.parse(read('test/docs/named.json')) as Named;

/** Pages that are about the models themselves, and those that are generated from the declarations. */
const ABOUT_MODELS = /^docs\/(?:providers(?:\.md|\/)|choosing-a-provider\.md|configuration\.md)/u;

/** Names as vendors give them, within code: of a chat model, a voice or a recogniser. */
const MODEL =
  /(?<=[`'"])(?:gpt-[\w.-]*\w|o[134](?:-\w+)*|whisper-1|tts-1(?:-\w+)?|sonic-[\w.-]*\w|nova-\d[\w-]*|flux-general[\w-]*|aura-[\w-]*\w|eleven_[a-z]+_v[\w.]+|eleven_v\d|scribe_v\d\w*|coda|mistv\d|arcana|claude-[\w.-]*\w|gemini-[\d.]+[\w.-]*\w|s[12](?:\.\d)?(?:-pro)?)(?=[`'"])/gu;

const pages = execFileSync('git', ['ls-files', 'README.md', 'docs/*.md', 'examples/*.ts'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((page) => page !== '' && !page.startsWith('docs/decisions/'));

const modelsIn = (page: string): readonly string[] => [...new Set(read(page).match(MODEL))];

describe.each(pages)('%s', (page) => {
  test('names models that are in named.json, and no other', () => {
    expect(modelsIn(page).filter((model) => !Object.hasOwn(models, model))).toEqual([]);
  });

  test.skipIf(ABOUT_MODELS.test(page))('names no model that ends', () => {
    expect(modelsIn(page).filter((model) => models[model] !== null)).toEqual([]);
  });

  test('speaks of the versions of named.json', () => {
    const text = page === 'docs/turn-cases.md' ? '' : read(page);
    for (const [program, known] of Object.entries(versions)) {
      const spoken = [...text.matchAll(new RegExp(`\\b${program} (\\d+\\.\\d+(?:\\.\\d+)?)\\b`, 'gu'))];
      expect(
        spoken.map(([, found]) => found).filter((found = '') => !known.some((version) => version.startsWith(found))),
      ).toEqual([]);
    }
  });
});

const ending = Object.entries(models).filter((entry): entry is [string, string] => entry[1] !== null);

test.each(ending)('“Models that end” has %s with %s', (model, endsOn) => {
  const row = new RegExp(`^\\| ${endsOn}[^|]*\\|[^|]*\`${model.replaceAll('.', '\\.')}\``, 'mu');
  expect(read('docs/providers.md')).toMatch(row);
});

test.each(ending)('a session that is configured with %s reports %s', (model, endsOn) => {
  const entries: ProviderEntry<never, never, unknown>[] = [STT_PROVIDERS, TTS_PROVIDERS].flatMap(Object.values);
  const found = entries.flatMap(({ modelEnds }) => (modelEnds && findModelEnd(modelEnds, { model })) ?? []);
  expect(found.map((end) => end.endsOn)).toEqual(OF_AGENTS.has(model) ? [] : [endsOn]);
});

/** Models that the handler chooses, and no setting. */
const OF_AGENTS: ReadonlySet<string> = new Set(['gpt-5-mini', 'gpt-4o-mini', 'gpt-realtime']);

/** Chat Completions refuses functions of a model that reasons. */
test.each(pages)('%s asks gpt-6-luna with tools only without reasoning', (page) => {
  const requests = read(page).match(/model: 'gpt-6-luna'[^;]{0,200}/gu) ?? [];
  expect(
    requests.filter((request) => /\btools\b/u.test(request) && !request.includes("reasoning_effort: 'none'")),
  ).toEqual([]);
});
