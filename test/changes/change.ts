import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProjectFiles, type ProjectFiles } from '../architecture/projectFiles.ts';
import type { Rule } from '../architecture/rule.ts';

type Edit = readonly [from: string, to: string];

/** A piece of a change: new files, and edits of others. */
export interface Piece {
  /** The text of each new file, by its path. */
  readonly creates?: Readonly<Record<string, string>>;
  /** The texts that are replaced, by the path of the file. */
  readonly edits?: Readonly<Record<string, readonly Edit[]>>;
  /** What the rules say while the piece is missing. */
  readonly sentences: readonly string[];
}

export const ROOT: string = resolve(import.meta.dirname, '../..');

/** Checks that the rules name each piece that a change lacks, and nothing when it is complete. `begun` is in the tree from the start. */
export function describeChange(
  title: string,
  rules: readonly Rule[],
  begun: Omit<Piece, 'sentences'>,
  pieces: Readonly<Record<string, Piece>>,
): void {
  const files = readProjectFiles(ROOT);
  const faultsOf = (given: readonly Omit<Piece, 'sentences'>[]): readonly string[] => {
    const changed = given.reduce<ProjectFiles>(addPiece, files);
    return rules.flatMap(({ findFaults }) => findFaults(changed)).toSorted();
  };
  describe(title, () => {
    test.each(Object.keys(pieces))('is not complete without %s', (name) => {
      const others = Object.entries(pieces).filter(([other]) => other !== name);
      const faults = faultsOf([begun, ...others.map(([, piece]) => piece)]);
      expect(faults).toEqual(pieces[name]?.sentences.toSorted());
    });

    test('is complete with all of them', () => expect(faultsOf([begun, ...Object.values(pieces)])).toEqual([]));
  });
}

/** Adds a line behind a line, or lines. */
export function addAfter(line: string, added: string): Edit {
  return [`${line}\n`, `${line}\n${added}\n`];
}

/** Adds a piece to the files of a project. */
export function addPiece(files: ProjectFiles, { creates = {}, edits = {} }: Omit<Piece, 'sentences'>): ProjectFiles {
  const changed = new Map([...files, ...Object.entries(creates)]);
  for (const [path, list] of Object.entries(edits))
    for (const [from, to] of list) {
      const text = changed.get(path) ?? '';
      if (!text.includes(from)) throw new Error(`${path} does not contain: ${from}`);
      changed.set(
        path,
        text.replace(from, () => to),
      );
    }
  return changed;
}
