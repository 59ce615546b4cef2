import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readFiles } from '../architecture/projectFiles.ts';
import type { Rule } from '../architecture/rule.ts';
import { settingRules } from '../architecture/settings.ts';
import { vendorRules } from '../architecture/vendors.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A copy of the project in which a test plays a contributor. */
export interface ProjectCopy {
  /** Lists the files of a folder. */
  list(folder: string): readonly string[];
  write(path: string, text: string): void;
  /** Replaces the first `from`. @throws Error if the file does not have it */
  replace(path: string, from: string, to: string): void;
  /** Copies a file under another name, and renames what is in it. */
  derive(from: string, to: string, rename: (text: string) => string): void;
  read(path: string): string;
  /** Runs a script, and returns what it prints on stderr; empty if it succeeds. */
  script(path: string, ...args: readonly string[]): string;
  /** Returns what the compiler finds in these files and folders, one line each. */
  compile(...include: readonly string[]): readonly string[];
  /** Returns the sentences of rules of `test/architecture`. @default those about vendors and settings */
  faults(rules?: readonly Rule[]): readonly string[];
  dispose(): void;
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'change-'));
  const paths = new Set(
    execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean),
  );
  for (const path of paths) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const write = (path: string, text: string): void => {
    paths.add(path);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    list: (folder) => [...paths].filter((path) => path.startsWith(folder)),
    read,
    write,
    replace(path, from, to) {
      if (!read(path).includes(from)) throw new Error(`${path} has no ${from}`);
      write(
        path,
        read(path).replace(from, () => to),
      );
    },
    derive: (from, to, rename) => write(to, rename(read(from))),
    script(path, ...args) {
      const { status, stderr } = spawnSync('node', [path, ...args], { cwd: root, encoding: 'utf8' });
      return status === 0 ? '' : stderr;
    },
    compile(...include) {
      const options = { extends: './tsconfig.json', include, exclude: ['src/client', 'src/react', 'src/page'] };
      write('tsconfig.change.json', JSON.stringify(options));
      const tsc = join(ROOT, 'node_modules/.bin/tsc');
      const { stdout } = spawnSync(tsc, ['-p', 'tsconfig.change.json'], { cwd: root, encoding: 'utf8' });
      return stdout.trim().replaceAll(/\n\s+/g, ' ').split('\n').filter(Boolean);
    },
    faults(rules = [...vendorRules, ...settingRules]) {
      const files = readFiles(root, [...paths]);
      return rules.flatMap(({ findFaults }) => findFaults(files));
    },
    dispose: () => rmSync(root, { recursive: true }),
  };
}
