// A contributor adds the vendor Acme, a recogniser and a voice, by CONTRIBUTING.md: its adapters are those of OpenAI.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRules } from '../architecture/imports.ts';
import { copyProject, type ProjectCopy } from './support.ts';

let project: ProjectCopy;

beforeAll(() => {
  project = copyProject();
});

afterAll(() => project.dispose());

const acme = (text: string): string =>
  text
    .replaceAll('OpenAi', 'Acme')
    .replaceAll('OpenAI', 'Acme')
    .replaceAll('openAi', 'acme')
    .replaceAll('openai', 'acme');

/** The manifest without the aliases, which are OpenAI's, and without the speech model. */
const acmeManifest = (text: string): string =>
  acme(text)
    .replaceAll("alias: 'ProviderA',", '')
    .replaceAll(
      /^import .*\/speechModel\/.*\n|^  speechModel: typeof .*\n|^  speechModel: \{[^]*?^  \},\n|^const SPEECH_[^]*?^\};\n/gmu,
      '',
    );

test('a folder needs a manifest', () => {
  const adapter = project.list('providers/openai/').filter((path) => !/manifest|speechModel\//u.test(path));
  for (const path of adapter) project.derive(path, acme(path), acme);
  expect(project.faults()).toEqual([
    'providers/acme/settings.ts: providers/acme/manifest.ts is missing: write it like providers/fish/manifest.ts, then run `npm run vendors`',
  ]);
});

test('the names, the registry and the exports are written from the manifest', () => {
  project.derive('providers/openai/manifest.ts', 'providers/acme/manifest.ts', acmeManifest);
  const files = ['providers/names.ts', 'providers/vendors.ts', 'providers/index.ts'];
  const sentences = files.map((file) => `providers/acme/manifest.ts is not in ${file}: run \`npm run vendors\``);
  expect(project.script('scripts/vendors.mjs', '--check').trim().split('\n')).toEqual(
    sentences.map((sentence) => `${sentence} and commit`),
  );
  expect(project.faults()).toEqual(
    expect.arrayContaining(sentences.map((sentence) => sentence.replace('manifest.ts', 'manifest.ts:'))),
  );
  expect(project.script('scripts/vendors.mjs')).toBe('');
});

test('the names have their types', () => {
  project.write(
    'test/acme.ts',
    `import { STT, TTS, type SttConfig } from '../providers/index.ts';
import { acmeTts } from '../providers/index.ts';
export const stt: STT.Acme = STT.Acme({ api_key: 'k', model: 'm' });
export const config: SttConfig = stt;
export const tts: TTS.Acme = TTS.Acme({ api_key: 'k', speed: 2 });
export const name: string = acmeTts({ api_key: 'k' }).name;
// @ts-expect-error: no such setting
TTS.Acme({ api_key: 'k', speeed: 2 });
// @ts-expect-error: a voice is no recogniser
export const wrong: SttConfig = TTS.Fish({ api_key: 'k' });
`,
  );
  expect(project.compile('test/acme.ts')).toEqual([]);
});

test('the page of the configuration is generated', () => {
  expect(project.script('scripts/docs-configuration.mjs', '--check')).toContain(
    'docs/configuration.md is out of date: run `npm run docs` and commit',
  );
  expect(project.script('scripts/docs-configuration.mjs')).toBe('');
  const page = project.read('docs/configuration.md');
  expect(page).toContain('\n## STT.Acme\n\nSpeech to text by Acme.');
  expect(page).toContain('\n## TTS.Acme\n');
});

const TITLES = ['STT.Acme', 'TTS.Acme'];

/** Each piece that is missing: its sentences, and how to add it. */
const PIECES: readonly (readonly [sentences: readonly string[], add: () => void])[] = [
  [
    TITLES.map(
      (title) =>
        `${title} has no row in docs/providers.md: add one that links to docs/providers/acme.md, and write that page`,
    ),
    () => {
      for (const kind of ['STT', 'TTS'])
        project.replace(
          'docs/providers.md',
          `| [\`${kind}.OpenAI\`]`,
          `| [\`${kind}.Acme\`](providers/acme.md) | HTTP |\n| [\`${kind}.OpenAI\`]`,
        );
    },
  ],
  [
    ['README.md does not name Acme: add it to the recognisers and voices'],
    () => project.replace('README.md', 'Deepgram, OpenAI,', 'Acme, Deepgram, OpenAI,'),
  ],
  [
    TITLES.map(
      (title) =>
        `${title} is not in the contract suite: add it to test/contracts/acme.test.ts, as test/contracts/fish.test.ts does`,
    ),
    () => {
      for (const name of ['multipart', 'realtime', 'speechBuffer', 'transcriptions'])
        project.derive(`test/fakes/openaiStt/${name}.ts`, `test/fakes/acmeStt/${name}.ts`, acme);
      for (const kind of ['Stt', 'Tts']) {
        project.derive(`test/fakes/openai${kind}.ts`, `test/fakes/acme${kind}.ts`, acme);
        project.derive(`test/contracts/openai${kind}.test.ts`, `test/contracts/acme${kind}.test.ts`, acme);
      }
    },
  ],
  [
    TITLES.map(
      (title) =>
        `${title} has no test with altered messages: add test/fakes/mutants/acme.test.ts, as fish.test.ts does`,
    ),
    () => {
      for (const kind of ['Stt', 'Tts'])
        project.derive(`test/fakes/mutants/openai${kind}.test.ts`, `test/fakes/mutants/acme${kind}.test.ts`, acme);
    },
  ],
  [
    TITLES.map((title) => `${title} is not in test/real/vendors.ts: add its fake and its config`),
    () => {
      project.replace(
        'test/real/vendors.ts',
        '  openai: (createReader) => ({\n    fake: createOpenAiSttFake({ createReader }),\n    config: (base_url) => STT.OpenAI({',
        '  acme: (createReader) => ({\n    fake: createOpenAiSttFake({ createReader }),\n    config: (base_url) => STT.Acme({ api_key, base_url }),\n  }),\n  openai: (createReader) => ({\n    fake: createOpenAiSttFake({ createReader }),\n    config: (base_url) => STT.OpenAI({',
      );
      project.replace(
        'test/real/vendors.ts',
        '  openai: { fake:',
        '  acme: { fake: createOpenAiTtsFake(), config: (base_url) => TTS.Acme({ api_key, base_url }) },\n  openai: { fake:',
      );
    },
  ],
  [
    ['stt', 'tts'].map(
      (kind) =>
        `${kind.toUpperCase()}.Acme is not in test/session/config/${kind}Tables.ts: add each setting with its default, lawful and unlawful values`,
    ),
    () => {
      for (const kind of ['Stt', 'Tts']) {
        const tables = `export const ${kind.toUpperCase()}_TABLES: Tables = {`;
        const row = `  '${kind}.Acme': { at: '${kind.toLowerCase()}', config: in${kind}('acme'), rows: [API_KEY] },`;
        project.replace(`test/session/config/${kind.toLowerCase()}Tables.ts`, tables, `${tables}\n${row}`);
      }
    },
  ],
  [
    ['STT', 'TTS'].map(
      (kind) => `examples/vendors/vendors.ts cannot select ${kind}.Acme: add it to ${kind}_VENDORS with its variables`,
    ),
    () => {
      for (const kind of ['STT', 'TTS'])
        project.replace(
          'examples/vendors/vendors.ts',
          `\n    configure: (read, settings) => ${kind}.OpenAI(`,
          `\n    // ${kind}.Acme({ …settings })\n    configure: (read, settings) => ${kind}.OpenAI(`,
        );
    },
  ],
];

test('each missing piece has its sentence, until it is there', () => {
  const missing = PIECES.flatMap(([sentences]) => sentences);
  expect(project.faults()).toEqual(missing);
  for (const [sentences, add] of PIECES) {
    add();
    missing.splice(0, sentences.length);
    expect(project.faults()).toEqual(missing);
  }
});

test('what was added compiles', () => {
  expect(
    project.compile('test/contracts/acme*.ts', 'test/fakes/mutants/acme*.ts', 'test/session/config/types.test.ts'),
  ).toEqual([]);
});

test('a vendor does not import another', () => {
  project.replace('providers/acme/tts.ts', 'import', "import { fishTts } from '../fish/tts.ts';\nimport");
  expect(project.faults(importRules)).toEqual(['providers/acme/tts.ts: imports providers/fish/tts.ts']);
});
