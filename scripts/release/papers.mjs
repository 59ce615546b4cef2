// What is checked in the packages as they are packed. Each check returns what is wrong, a line for each.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ATTW = join(import.meta.dirname, '../../node_modules/.bin/attw');
/** The largest tarballs, in bytes. */
const LARGEST = { antiphon: 8_000_000, 'create-antiphon': 100_000 };

/** The packages have one version, which has a section in the changelog. */
export function checkVersions(packages, changelog) {
  const [{ version }] = packages.map(({ manifest }) => manifest);
  const others = packages.filter(({ manifest }) => manifest.version !== version);
  const hasSection = new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}\\b`, 'mu').test(changelog);
  return [
    ...others.map(({ manifest }) => `${manifest.name}: expected version ${version}, got ${manifest.version}`),
    ...(hasSection ? [] : [`CHANGELOG.md: expected a section "## ${version}"`]),
  ];
}

/** Each package has its licence and its readme, and is not larger than it may be. */
export function checkFiles(packages) {
  return packages.flatMap(({ manifest: { name }, files, bytes }) => [
    ...['LICENSE', 'README.md'].filter((file) => !files.includes(file)).map((file) => `${name}: has no ${file}`),
    ...files
      .filter((file) => file.endsWith('.onnx') && !files.includes(`${file}.LICENSE`))
      .map((file) => `${name}: has ${file} without its licence`),
    ...(bytes > LARGEST[name] ? [`${name}: expected at most ${LARGEST[name]} bytes, got ${bytes}`] : []),
  ]);
}

/** The readme says how to install from the registry. */
export function checkReadme(text) {
  const early = text.split('\n').find((line) => line.includes('not on the npm registry yet'));
  return early === undefined ? [] : [`README.md: says "${early}"`];
}

/** publint finds nothing in an unpacked package. */
export async function checkPackage(folder) {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
  return messages.map((message) => `${pkg.name}: ${formatMessage(message, pkg, { color: false })}`);
}

/** Every entry point of a tarball resolves with its types. attw fails if one does not, but not for a package without any. */
export function checkTypes(tarball) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
    const said = execFileSync(ATTW, [tarball, '--profile', 'esm-only'], options);
    return said.includes('does not contain types') ? [`attw: ${said}`] : [];
  } catch ({ stdout, stderr }) {
    return [`attw: ${stdout}${stderr}`];
  }
}
