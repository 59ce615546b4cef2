// Checks of the packed packages. Each returns its problems, one line per problem.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ATTW = join(import.meta.dirname, '../../node_modules/.bin/attw');
/** The maximum size of each tarball, in bytes. */
const LARGEST = { antiphon: 4_000_000, 'create-antiphon': 100_000 };

/** Checks that the packages have the same version, and that the changelog has a section for it. */
export function checkVersions(packages, changelog) {
  const [{ version }] = packages.map(({ manifest }) => manifest);
  const others = packages.filter(({ manifest }) => manifest.version !== version);
  const hasSection = new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}\\b`, 'mu').test(changelog);
  return [
    ...others.map(({ manifest }) => `${manifest.name}: expected version ${version}, got ${manifest.version}`),
    ...(hasSection ? [] : [`CHANGELOG.md: expected a section "## ${version}"`]),
  ];
}

/** Checks that each package has a licence and a readme, and does not exceed its maximum size. */
export function checkFiles(packages) {
  return packages.flatMap(({ manifest: { name }, files, bytes }) => [
    ...['LICENSE', 'README.md'].filter((file) => !files.includes(file)).map((file) => `${name}: has no ${file}`),
    ...files
      .filter((file) => file.endsWith('.weights') && !files.includes(file.replace(/_\d+\.weights$/u, '.LICENSE')))
      .map((file) => `${name}: has ${file} without its licence`),
    ...(bytes > LARGEST[name] ? [`${name}: expected at most ${LARGEST[name]} bytes, got ${bytes}`] : []),
  ]);
}

/** Checks that the readme says how to install from the registry. */
export function checkReadme(text) {
  const early = text.split('\n').find((line) => line.includes('not on the npm registry yet'));
  return early === undefined ? [] : [`README.md: says "${early}"`];
}

/** Checks that publint finds no problem in an unpacked package. */
export async function checkPackage(folder) {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
  return messages.map((message) => `${pkg.name}: ${formatMessage(message, pkg, { color: false })}`);
}

/** Checks that every entry point of a tarball resolves with its types. attw fails if one does not, but accepts a package without types. */
export function checkTypes(tarball) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
    const said = execFileSync(ATTW, [tarball, '--profile', 'esm-only'], options);
    return said.includes('does not contain types') ? [`attw: ${said}`] : [];
  } catch ({ stdout, stderr }) {
    return [`attw: ${stdout}${stderr}`];
  }
}
