import { escape, matches, missing } from './registered.ts';
import { pathsOf, type ProjectFiles } from './projectFiles.ts';
import type { Rule } from './rule.ts';
import { withoutComments } from './source.ts';

const LIST = 'src/server/adapters/carriers.ts';
const INDEX = 'src/server/index.ts';
const PAGE = 'docs/telephony.md';
const DOUBLES = 'test/server/adapters/telephone/doubles.ts';

/** A carrier as its manifest describes it. */
interface Manifest {
  readonly path: string;
  /** The name of its folder. */
  readonly folder: string;
  readonly variable: string;
  /** The type of its options. */
  readonly optionsType: string;
  /** The `protocol` of its adapter. */
  readonly name: string;
  readonly label: string;
  readonly heard: string;
  /** Its own options. */
  readonly options: readonly string[];
  /** Whether it requests instructions for each call; otherwise it opens a WebSocket with a password. */
  readonly hasWebhook: boolean;
}

/** Rules that name what a new carrier still lacks. */
export const carrierRules: readonly Rule[] = [
  {
    title: 'a carrier is named like its folder, and listed',
    findFaults: (files) =>
      manifestsOf(files).flatMap(({ path, folder, name, variable, optionsType, hasWebhook }) => [
        ...missing(name === folder, `${path}: give the adapter the protocol '${folder}', the name of its folder`),
        ...missing(
          new RegExp(`^  ${escape(folder)}: ${variable},$`, 'm').test(files.get(LIST) ?? ''),
          `${path}: add \`${folder}: ${variable}\` to ${hasWebhook ? 'CARRIERS' : 'PASSWORD_LINES'} in ${LIST}, and its option above it`,
        ),
        ...missing(
          new RegExp(`^export type \\{[^}]*\\b${optionsType}\\b`, 'm').test(files.get(INDEX) ?? ''),
          `${path}: export the type ${optionsType} from ${INDEX}`,
        ),
      ]),
    counterexample: {
      'src/server/adapters/acme/acmeCarrier.ts': 'export const acmeCarrier: CarrierManifest<Acme> = {',
    },
  },
  {
    title: 'a carrier is named in its folder, in the list, and nowhere else in the sources',
    findFaults: (files) =>
      manifestsOf(files).flatMap(({ folder, label }) =>
        pathsOf(files, /^src\/.*\.ts$/)
          .filter((path) => !path.startsWith(`src/server/adapters/${folder}/`) && path !== LIST)
          .filter((path) =>
            new RegExp(`['"\`]${escape(folder)}['"\`]|^  ${escape(folder)}:`, 'mi').test(
              withoutComments(files.get(path) ?? ''),
            ),
          )
          .map((path) => `${path}: names ${label}: derive it from CARRIERS or PASSWORD_LINES in ${LIST}`),
      ),
    counterexample: {
      'src/server/adapters/acme/acmeCarrier.ts': 'export const acmeCarrier: CarrierManifest<Acme> = {',
      'src/server/http/protocols.ts': "const TAKEN = new Set(['acme']);",
    },
  },
  {
    title: 'a carrier is described in docs/telephony.md',
    findFaults: (files) => manifestsOf(files).flatMap((manifest) => undocumented(manifest, files.get(PAGE) ?? '')),
    counterexample: {
      'src/server/adapters/acme/acmeCarrier.ts': 'export const acmeCarrier: CarrierManifest<Acme> = {',
    },
  },
  {
    title: 'a carrier has a double, against which the suites of all carriers run',
    findFaults: (files) =>
      manifestsOf(files).flatMap(({ path, folder }) => {
        const own = pathsOf(
          files,
          new RegExp(`^test/server/adapters/${escape(folder)}/(?:conversation|messages)\\.test\\.ts$`),
        );
        return missing(
          new RegExp(`^  ${escape(folder)}(?:,|:)`, 'm').test(files.get(DOUBLES) ?? '') || own.length > 0,
          `${path}: add a double of ${folder} to DOUBLES in ${DOUBLES}, or conversation.test.ts to test/server/adapters/${folder}`,
        );
      }),
    counterexample: {
      'src/server/adapters/acme/acmeCarrier.ts': 'export const acmeCarrier: CarrierManifest<Acme> = {',
    },
  },
];

/** Reads the manifests from the folders of adapters. */
export function manifestsOf(files: ProjectFiles): readonly Manifest[] {
  return pathsOf(files, /^src\/server\/adapters\/[^/]+\/\w+\.ts$/).flatMap((path) => {
    const text = files.get(path) ?? '';
    const found = /^export const (?<variable>\w+): (?<kind>CarrierManifest|PasswordManifest)\b/m.exec(text)?.groups;
    if (found === undefined) return [];
    const folder = path.split('/')[3] ?? '';
    const all = pathsOf(files, new RegExp(`^src/server/adapters/${escape(folder)}/`)).map(
      (other) => files.get(other) ?? '',
    );
    const first = (pattern: RegExp): string => all.flatMap((one) => matches(one, pattern))[0] ?? '';
    const [own = ''] = matches(text, /^ {2}options: \{ ([^}]*) \}/gm);
    return [
      {
        path,
        folder,
        variable: found['variable'] ?? '',
        optionsType: first(/^export interface (\w+Options)\b/gm) || 'of its options',
        name: first(/^ {2}protocol: '([\w.-]+)'/gm),
        label: first(/^ {2}label: '([^']+)'/gm) || folder,
        heard: first(/^ {4}heard: '(\w+)'/gm) || 'marked',
        options: found['kind'] === 'PasswordManifest' ? ['password'] : matches(own, /(\w+): true/g),
        hasWebhook: found['kind'] === 'CarrierManifest',
      },
    ];
  });
}

function undocumented({ folder, label, heard, options, hasWebhook }: Manifest, page: string): readonly string[] {
  const row = new RegExp(`^\\| \\[${escape(label)}\\]\\(#[\\w-]+\\)[^|]*\\|[^|]*\\| \`${heard}\` \\|`, 'm');
  const path = `/v1/${folder}/${hasWebhook ? 'voice' : 'media'}`;
  return [
    ...missing(
      row.test(page),
      `${PAGE}: add a row for ${label} to the table "What each line can do", with a link to its section and \`heard\` \`${heard}\``,
    ),
    ...missing(page.includes(path), `${PAGE}: say that ${label} ${hasWebhook ? 'requests' : 'opens'} \`${path}\``),
    ...options
      .filter((option) => !page.includes(`${folder}.${option}`))
      .map((option) => `${PAGE}: describe the option \`${folder}.${option}\``),
  ];
}
