import type * as nodeFs from 'node:fs';
import type * as nodePath from 'node:path';
import { AntiphonError } from '../../src/core/errors.ts';
import { findModel } from '../../src/models/folder.ts';
import type { CatalogueModel, ModelType } from '../../src/models/model.ts';
import { lazyBuiltin } from '../../src/wire/lazyBuiltin.ts';

const fs = lazyBuiltin<typeof nodeFs>('node:fs');
const path = lazyBuiltin<typeof nodePath>('node:path');

/** A model on this machine. */
export interface LocatedModel<Type extends ModelType> {
  readonly type: Type;
  readonly folder: string;
  /** Its entry in the catalogue; undefined for a user's own folder. */
  readonly entry: CatalogueModel | undefined;
}

export interface ModelChoice<Type extends ModelType> {
  /** A name of the catalogue, or the path of a folder. */
  readonly model: string;
  /** The type of the model in a folder. */
  readonly model_type?: Type | undefined;
}

/**
 * Finds the model that the settings name: a folder if they give its type, otherwise a pulled model.
 *
 * @throws AntiphonError `model_missing` for a folder that does not exist, and for a model that is not pulled
 */
export function locateModel<Type extends ModelType>(
  kind: 'stt' | 'tts',
  { model, model_type: type }: ModelChoice<Type>,
): LocatedModel<Type> {
  if (type === undefined) {
    const { model: entry, folder } = findModel(model, kind);
    return { type: entry.type as Type, folder, entry };
  }
  const folder = path().resolve(model);
  if (fs().existsSync(folder)) return { type, folder, entry: undefined };
  throw new AntiphonError('model_missing', `there is no folder ${folder}`, { provider: 'sherpa', path: folder });
}

/** The files of a type of models, by the names that sherpa-onnx gives them. */
export type FilePatterns<Role extends string> = Readonly<Record<Role, FilePattern>>;

export interface FilePattern {
  /** Matches the names of the files and folders that may have the role. */
  readonly name: RegExp;
  /** How the file is named in an error: `encoder*.onnx`. */
  readonly shown: string;
  /** True if some models of the type lack it. */
  readonly optional?: true;
}

/**
 * Finds the files of a model by their names. Of several matches it takes the quantised one (`int8`), or the first.
 *
 * @throws AntiphonError `model_missing` that names the missing files
 */
export function findModelFiles<Role extends string>(
  folder: string,
  patterns: FilePatterns<Role>,
): Readonly<Partial<Record<Role, string>>> {
  const names = fs().readdirSync(folder).toSorted();
  const roles = Object.entries<FilePattern>(patterns);
  const found = roles.map(
    ([role, { name }]) => [role, selectQuantised(names.filter((one) => name.test(one)))] as const,
  );
  const missing = roles.filter(([, { optional }], at) => optional !== true && found[at]?.[1] === undefined);
  if (missing.length > 0) {
    const shown = missing.map(([, pattern]) => pattern.shown).join(', ');
    throw new AntiphonError('model_missing', `${folder} has no ${shown}`, { provider: 'sherpa', path: folder });
  }
  return Object.fromEntries(
    found.flatMap(([role, name]) => (name === undefined ? [] : [[role, path().join(folder, name)]])),
  ) as Partial<Record<Role, string>>;
}

function selectQuantised(names: readonly string[]): string | undefined {
  return names.find((name) => name.includes('int8')) ?? names[0];
}
