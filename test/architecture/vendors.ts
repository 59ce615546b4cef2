import { isSecretName } from '../../src/core/describeInput.ts';
import { pathsOf, type ProjectFiles } from './projectFiles.ts';
import { perFile, type Rule } from './rule.ts';

/** A provider of a manifest, as a config names it: `STT.Acme`. */
interface Provider {
  readonly folder: string;
  readonly kind: 'stt' | 'tts';
  readonly title: string;
  /** Null for an engine on this machine. */
  readonly vendor: string | null;
}

/** Something that a provider has elsewhere than in its folder. */
interface Piece {
  readonly title: string;
  /** The files in which it is. */
  readonly files: RegExp;
  /** Returns whether a file has it. */
  readonly has: (text: string, provider: Provider) => boolean;
  /** What is missing, and what to do. */
  readonly missing: (provider: Provider) => string;
  /** False if engines on this machine have it too. @default true */
  readonly vendorsOnly?: boolean;
}

const CONTRACTS = { stt: 'createSpeechToTextContract', tts: 'createTextToSpeechContract' };

const PIECES: readonly Piece[] = [
  {
    title: 'a provider has its row and its page in the docs',
    files: /^docs\/providers\.md$/,
    has: (text, { title }) => text.includes(`| [\`${title}\`](providers/`),
    missing: ({ title, folder }) =>
      `${title} has no row in docs/providers.md: add one that links to docs/providers/${folder}.md, and write that page`,
    vendorsOnly: false,
  },
  {
    title: 'the README names every vendor',
    files: /^README\.md$/,
    has: (text, { vendor }) => vendor !== null && text.includes(vendor),
    missing: ({ vendor }) => `README.md does not name ${vendor}: add it to the recognisers and voices`,
  },
  {
    title: 'a provider passes the contract suite',
    files: /^test\/(contracts|providers)\/.*\.test\.ts$/,
    has: (text, { folder, kind }) =>
      text.includes(CONTRACTS[kind]) && new RegExp(`providers/${folder}/(?:${kind}/)?${kind}\\.ts'`).test(text),
    missing: ({ title, folder }) =>
      `${title} is not in the contract suite: add it to test/contracts/${folder}.test.ts, as test/contracts/fish.test.ts does`,
    vendorsOnly: false,
  },
  {
    title: 'a fake vendor notices altered messages',
    files: /^test\/fakes\/mutants\/.*\.test\.ts$/,
    has: (text, { folder, kind }) => new RegExp(`providers/${folder}/(?:${kind}/)?${kind}\\.ts'`).test(text),
    missing: ({ title, folder }) =>
      `${title} has no test with altered messages: add test/fakes/mutants/${folder}.test.ts, as fish.test.ts does`,
  },
  {
    title: 'a provider talks to its fake in real time',
    files: /^test\/real\/vendors\.ts$/,
    has: (text, { title }) => text.includes(`${title}(`),
    missing: ({ title }) => `${title} is not in test/real/vendors.ts: add its fake and its config`,
  },
  {
    title: 'the settings of a provider are in a table of values',
    files: /^test\/session\/config\/(stt|tts)Tables\.ts$/,
    has: (text, { folder, kind }) => text.includes(`${kind === 'stt' ? 'inStt' : 'inTts'}('${folder}')`),
    missing: ({ title, kind }) =>
      `${title} is not in test/session/config/${kind}Tables.ts: add each setting with its default, lawful and unlawful values`,
    vendorsOnly: false,
  },
  {
    title: 'the examples can select every provider',
    files: /^examples\/vendors\/vendors\.ts$/,
    has: (text, { title }) => text.includes(`${title}(`),
    missing: ({ title, kind }) =>
      `examples/vendors/vendors.ts cannot select ${title}: add it to ${kind.toUpperCase()}_VENDORS with its variables`,
    vendorsOnly: false,
  },
];

const MANIFEST = `vendor: 'Acme',\n  tts: { name: 'Acme', schema: acmeTtsSchema, create: acmeTts },\n`;

export const vendorRules: readonly Rule[] = [
  {
    title: 'a folder with the settings of a provider has a manifest',
    findFaults: perFile(/^providers\/[^/]+\/(?:.*\/)?settings\.ts$/, (text, path, files) => {
      const manifest = path.replace(/^(providers\/[^/]+)\/.*/, '$1/manifest.ts');
      return !/^ {2}readonly provider: '/m.test(text) || files.has(manifest)
        ? []
        : [`${manifest} is missing: write it like providers/fish/manifest.ts, then run \`npm run vendors\``];
    }),
    counterexample: { 'providers/acme/settings.ts': "export interface AcmeTts {\n  readonly provider: 'acme';\n}" },
  },
  {
    title: 'the names, the registry and the exports have every manifest',
    findFaults: perFile(/^providers\/[^/]+\/manifest\.ts$/, (_text, path, files) =>
      ['providers/names.ts', 'providers/vendors.ts', 'providers/index.ts']
        .filter((derived) => files.get(derived)?.includes(`'./${path.split('/')[1]}/`) !== true)
        .map((derived) => `is not in ${derived}: run \`npm run vendors\``),
    ),
    counterexample: { 'providers/acme/manifest.ts': MANIFEST, 'providers/names.ts': '' },
  },
  {
    title: 'the keys of a vendor are masked',
    findFaults: perFile(/^providers\/[^/]+\/(?:.*\/)?settings\.ts$/, (text) =>
      [...text.matchAll(/^\s*(\w+): secretKey\(\)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !isSecretName(name))
        .map(
          (name) =>
            `${name} would be seen in logs: give it a name that isSecretName of src/core/describeInput.ts knows`,
        ),
    ),
    counterexample: { 'providers/acme/settings.ts': '  licence: secretKey(),' },
  },
  ...PIECES.map(
    (piece): Rule => ({
      title: piece.title,
      findFaults: (files) => {
        const texts = pathsOf(files, piece.files).map((path) => files.get(path) ?? '');
        const missing = providersOf(files)
          .filter(({ vendor }) => vendor !== null || piece.vendorsOnly === false)
          .filter((provider) => !texts.some((text) => piece.has(text, provider)))
          .map(piece.missing);
        return [...new Set(missing)];
      },
      counterexample: { 'providers/acme/manifest.ts': MANIFEST },
    }),
  ),
];

/** The recognisers and voices of the manifests. */
function providersOf(files: ProjectFiles): readonly Provider[] {
  return pathsOf(files, /^providers\/[^/]+\/manifest\.ts$/).flatMap((path) => {
    const text = files.get(path) ?? '';
    const vendor = /\bvendor: '([^']+)'/.exec(text)?.[1] ?? null;
    return [...text.matchAll(/^ {2}(stt|tts): \{\s*name: '(\w+)'/gm)].map(([, found, name]) => {
      const kind = found as Provider['kind'];
      return { folder: path.split('/')[1] ?? '', kind, title: `${kind.toUpperCase()}.${name}`, vendor };
    });
  });
}
