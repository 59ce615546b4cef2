import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseDockerfile, toVariables, type Instruction, type Stage } from './dockerfile.ts';

/** A user without privileges; the user of the tests, if that is one. */
export const USER: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

export interface Image {
  /** What is `/` in the container. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stage: Stage;
}

interface Context {
  readonly folder: string;
  /** Every stage has its root below. */
  readonly scratch: string;
  /** What commands of the build get besides the variables of the stage. */
  readonly env: NodeJS.ProcessEnv;
}

/** Does the steps of a Dockerfile, as a user without privileges and in a folder for each stage. Returns the last. */
export function buildImage(context: Context): Image {
  const stages = parseDockerfile(readFileSync(join(context.folder, 'Dockerfile'), 'utf8'));
  const images = stages.reduce<readonly Image[]>((built, stage) => [...built, buildStage(stage, built, context)], []);
  return images.at(-1) as Image;
}

function buildStage(stage: Stage, built: readonly Image[], context: Context): Image {
  const root = join(context.scratch, `stage-${built.length}`);
  makeFolder(root);
  return stage.instructions.reduce<Image>((image, instruction) => apply(image, instruction, built, context), {
    root,
    workdir: root,
    env: {},
    stage,
  });
}

function apply(image: Image, { name, text }: Instruction, built: readonly Image[], context: Context): Image {
  if (name === 'WORKDIR') {
    const workdir = join(image.root, text);
    makeFolder(workdir);
    return { ...image, workdir };
  }
  if (name === 'ENV') return { ...image, env: { ...image.env, ...toVariables([text]) } };
  if (name === 'RUN') runIn(image, text, context);
  if (name === 'COPY') copyInto(image, text.split(/\s+/u), built, context);
  return image;
}

function runIn({ workdir, env }: Image, text: string, context: Context): void {
  const options = { cwd: workdir, env: { ...context.env, ...env }, encoding: 'utf8', ...USER } as const;
  execFileSync('sh', ['-c', text], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

function copyInto({ workdir }: Image, words: readonly string[], built: readonly Image[], context: Context): void {
  const [from] = words.flatMap((word) => /^--from=(?<name>.+)$/u.exec(word)?.groups?.['name'] ?? []);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = resolve(workdir, paths.at(-1) ?? '.');
  for (const path of paths.slice(0, -1)) {
    if (from !== undefined) copyAll(join(imageOf(built, from).root, path), target, () => false);
    else copyAll(join(context.folder, path), target, ignoredIn(context.folder));
  }
}

function imageOf(built: readonly Image[], name: string): Image {
  const found = built.find(({ stage }) => stage.name === name);
  if (found === undefined) throw new Error(`no stage ${name}`);
  return found;
}

function copyAll(source: string, target: string, isIgnored: (path: string) => boolean): void {
  const to = statSync(source).isDirectory() ? target : join(target, basename(source));
  cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isIgnored(path) });
  own(to);
}

/** The patterns of our .dockerignore: names, and names with `*`, at the root of the context. */
function ignoredIn(folder: string): (path: string) => boolean {
  const lines = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}(?:/|$)`, 'u'),
  );
  return (path) => expressions.some((expression) => expression.test(relative(folder, path)));
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  own(path);
}

/** Gives files to the user, so that the next step may change them. */
function own(path: string): void {
  if (USER.uid === undefined || USER.gid === undefined) return;
  for (const each of [path, ...filesBelow(path)])
    if (!lstatSync(each).isSymbolicLink()) chownSync(each, USER.uid, USER.gid);
}

/** Takes the permission to write from everything in a folder. */
export function makeReadOnly(folder: string): void {
  for (const path of [folder, ...filesBelow(folder)]) {
    const { mode } = lstatSync(path);
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, mode & 0o555);
  }
}

function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((below) => join(path, below));
}
