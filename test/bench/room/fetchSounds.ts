import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OGG_DECODER, PACKAGES, type SoundClass, type SoundFiles, type SoundPackage } from './manifest.ts';

const CACHE = resolve(import.meta.dirname, '../../../.cache/room');

/** A recording that was fetched. */
export interface SoundFile {
  readonly class: SoundClass;
  readonly package: string;
  readonly path: string;
  readonly minSeconds: number;
}

export interface FetchedSounds {
  /** The candidates of each entry of the manifest, of which `take` are wanted. */
  readonly entries: readonly { readonly files: readonly SoundFile[]; readonly take: number }[];
  /** What this machine's package sources do not have. */
  readonly missing: readonly string[];
}

/** Fetches the packages and the decoder that `.cache/room` does not have. Nothing is installed. */
export function fetchSounds(): FetchedSounds {
  mkdirSync(CACHE, { recursive: true });
  installDecoder();
  const fetched = PACKAGES.map((wanted) => ({ wanted, folder: fetchPackage(wanted) }));
  return {
    entries: fetched.flatMap(({ wanted, folder }) =>
      folder === undefined ? [] : wanted.files.map((files) => listEntry(wanted, folder, files)),
    ),
    missing: fetched.flatMap(({ wanted, folder }) => (folder === undefined ? [wanted.name] : [])),
  };
}

/** Folder of the Ogg decoder. */
export const DECODER_FOLDER: string = join(CACHE, 'node_modules', OGG_DECODER.slice(0, OGG_DECODER.lastIndexOf('@')));

function installDecoder(): void {
  if (existsSync(DECODER_FOLDER)) return;
  writeFileSync(join(CACHE, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', CACHE, OGG_DECODER], {
    stdio: 'pipe',
  });
}

/** Returns the folder with the unpacked package; undefined if there is no such package. */
function fetchPackage({ name }: SoundPackage): string | undefined {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const download = mkdirTemp(name);
  if (!runApt(['download', name], download)) return undefined;
  const [deb = ''] = readdirSync(download).filter((file) => file.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', join(download, deb), join(download, 'files')], { stdio: 'pipe' });
  unpackContainers(join(download, 'files'));
  renameSync(join(download, 'files'), folder);
  rmSync(download, { recursive: true });
  return folder;
}

function mkdirTemp(name: string): string {
  const folder = join(CACHE, `${name}.part`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

/** Runs apt-get, and once more after `apt-get update`. Returns whether it has succeeded. */
function runApt(args: readonly string[], cwd: string): boolean {
  for (const isSecond of [false, true])
    try {
      if (isSecond) execFileSync('apt-get', ['update'], { stdio: 'pipe' });
      execFileSync('apt-get', args, { cwd, stdio: 'pipe' });
      return true;
    } catch {
      // Unknown package, outdated lists, or no apt-get.
    }
  return false;
}

/** Writes the sounds of a container of OpenTTD beside it, as `NAME-NUMBER.wav`. */
function unpackContainers(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((file) => file.endsWith('.cat'))) {
    const container = readFileSync(join(folder, path));
    for (const [number, sound] of soundsOf(container).entries())
      writeFileSync(join(folder, `${path.slice(0, -'.cat'.length)}-${number}.wav`), sound);
  }
}

/** A list of offsets and sizes; at each offset, a name behind its length, then a WAV file. */
function soundsOf(container: Buffer): readonly Buffer[] {
  const count = (container.readUInt32LE(0) & ~HAS_NAMES) / 8;
  return Array.from({ length: count }, (_, n) => {
    const offset = container.readUInt32LE(n * 8) & ~HAS_NAMES;
    const from = offset + 1 + container.readUInt8(offset);
    return container.subarray(from, from + container.readUInt32LE(n * 8 + 4));
  });
}

const HAS_NAMES = 0x80_00_00_00;

function listEntry(
  { name }: SoundPackage,
  root: string,
  { class: kind, folder, names, minSeconds = 0, take = Number.POSITIVE_INFINITY }: SoundFiles,
): FetchedSounds['entries'][number] {
  const inFolder = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  const wanted = names?.filter((file) => inFolder.includes(file)) ?? inFolder.filter(isAudio).sort();
  const files = wanted.map((file) => ({ class: kind, package: name, path: join(root, folder, file), minSeconds }));
  return { files, take };
}

function isAudio(file: string): boolean {
  return /\.(?:wav|mp3|ogg)$/u.test(file);
}
