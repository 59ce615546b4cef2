import type { PackedPackage } from './pack.mjs';

export function checkVersions(
  packages: readonly Pick<PackedPackage, 'manifest'>[],
  changelog: string,
): readonly string[];
export function checkFiles(packages: readonly Pick<PackedPackage, 'manifest' | 'files' | 'bytes'>[]): readonly string[];
export function checkReadme(text: string): readonly string[];
export function checkPackage(folder: string): Promise<readonly string[]>;
export function checkTypes(tarball: string): readonly string[];
