import type { PackedPackage } from './pack.mjs';

export function install(project: string, packages: readonly string[]): void;
export function checkSize(project: string): readonly string[];
export function checkEntries(project: string, manifest: PackedPackage['manifest']): readonly string[];
export function checkScore(project: string): readonly string[];
export function checkCreate(
  folder: string,
  tarballs: { readonly createAntiphon: string; readonly antiphon: string },
): readonly string[];
