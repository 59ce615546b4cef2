import { findPackageFile } from '../../src/wire/packageFile.ts';

/** A model file and its checksum. */
export interface ModelFile {
  readonly path: string;
  /** Expected checksum, in hex; absent for a custom model, which is not checked. */
  readonly sha256?: string | undefined;
}

/** Checksum of the bundled model, because a damaged file would load without an error. */
const SHIPPED_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';

/** Returns the model at `path`, or the bundled Silero v6. */
export function resolveModelFile(path: string | undefined): ModelFile {
  if (path !== undefined) return { path };
  return { path: findPackageFile('#silero-model'), sha256: SHIPPED_SHA256 };
}
